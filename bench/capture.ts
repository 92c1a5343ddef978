import { join } from 'node:path'
import { runnerImport } from 'vite'
import { projectRoot } from '#base/lib/project-root.server.ts'
import type { Case } from './cases.ts'
import type { Cookies } from './people.ts'
import type { SeededData } from './seed.ts'
import type * as statements from './statements.ts'
import type { Statement } from './statements.ts'

interface CaptureOptions {
  /** The most requests of each case. */
  most: number
  /** Whether each request is sent once before it is captured, so that what a cache saves is not captured. */
  isWarm: boolean
}

/** The statements that the server sends for the REST requests of cases, by `captureKey`. */
export async function capture(
  { dataDir }: SeededData,
  { reader }: Cookies,
  cases: readonly Case[],
  { most, isWarm }: CaptureOptions,
): Promise<Map<string, Statement[]>> {
  const paths = Object.fromEntries(
    cases.flatMap((one) => one.rest.slice(0, most).map((path, index) => [captureKey(one, index), path])),
  )
  const { module } = await runnerImport<typeof statements>(join(projectRoot, 'bench', 'statements.ts'))
  return module.captureStatements({ dataDir, cookie: reader, paths, isWarm })
}

export const captureKey = ({ name }: Case, index: number): string => (index === 0 ? name : `${name} ${index + 1}`)

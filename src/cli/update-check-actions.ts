import * as z from 'zod/mini'
import { databaseEnv } from '#env/database-env.server.ts'
import { buildInfo } from '#lib/build-info.server.ts'
import { Failure } from './failure.ts'

const NEWER = 10
const TIMEOUT_MS = 10_000
const answerSchema = z.object({ version: z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)) })

/** Prints whether there is a newer version; returns the exit code. Throws Failure if that cannot be found out. */
export async function checkForUpdate(): Promise<number> {
  const { updateUrl } = databaseEnv()
  if (updateUrl === undefined) throw new Failure('UPDATE_URL is not set: set it to where versions are announced')
  const { host } = new URL(updateUrl)
  const response = await fetch(updateUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
    throw new Failure(`${host} does not answer (${error instanceof Error ? error.message : String(error)})`)
  })
  const answer = response.ok ? answerSchema.safeParse(await response.json().catch(() => undefined)).data : undefined
  if (!answer) throw new Failure(`${host} does not say a version: correct UPDATE_URL (status ${response.status})`)
  const { version } = buildInfo()
  const isNewer = numberOf(answer.version) > numberOf(version)
  process.stdout.write(
    isNewer
      ? `Maktaba ${answer.version} is out, this is ${version}: docs/operations.md says how to update\n`
      : `Maktaba ${version} is the newest\n`,
  )
  return isNewer ? NEWER : 0
}

/** The parts, of six digits at most, as one number that sorts. */
const numberOf = (version: string): bigint =>
  version.split('.').reduce((sum, part) => sum * 1_000_000n + BigInt(Number.parseInt(part, 10)), 0n)

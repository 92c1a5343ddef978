import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { withSlashes } from '#base/lib/with-slashes.server.ts'

// All inputs of a build, without tests and generated code.
const INPUTS = [
  'src',
  'messages',
  'docs/operations.md',
  'docs/fr',
  'docs/scaling.md',
  'docs/security.md',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'scripts/readable-function-ids.ts',
  'paraglide.config.ts',
  'tsconfig.json',
]
const LEFT_OUT = /(^|\/)(paraglide|test)\/|\.test\.|routeTree\.gen/

/** Hash of all inputs of a build. */
export const sourceHash = (): string => hashOf(INPUTS, LEFT_OUT)

/** Hash of files and folders of the project, without files whose path matches `leftOut`. */
export function hashOf(inputs: readonly string[], leftOut?: RegExp): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const path = join(projectRoot, input)
    const names = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .toSorted()
      : [path]
    for (const name of names) {
      const short = withSlashes(relative(projectRoot, name))
      if (leftOut?.test(short)) continue
      hash.update(`${short}\0`).update(readFileSync(name)).update('\0')
    }
  }
  return hash.digest('hex')
}

import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from '#base/env/env.server.ts'
import { EnvError } from '#base/env/read-env.server.ts'
import { lazy } from '#base/lib/lazy.ts'

/** The secret that signs cookies and encrypts codes: AUTH_SECRET, or one that is generated once into DATA_DIR. */
export const authSecret = lazy(() => env().authSecret ?? storedSecret(env().dataDir))

function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  try {
    return readSecret(file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Writes a draft and links it: of two processes that start at once, both read the file of the first.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  // `wx` fails if the path exists: another user of the machine could have placed a symbolic link there.
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  return readSecret(file)
}

function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= 32) return secret
  throw new EnvError(
    `${file} is damaged: it holds ${secret.length} characters, 32 or more are needed. Delete it, and everybody signs in anew.`,
  )
}

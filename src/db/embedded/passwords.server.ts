import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, EmbeddedError } from './embedded-error.server.ts'
import { replaceFile } from './replace-file.server.ts'

/** Passwords of the cluster's superuser `postgres` and of the application's role `maktaba`. */
export interface Passwords {
  postgres: string
  maktaba: string
}

/** Reads the passwords; makes them once, before there is a cluster. Only in one's turn. */
export async function storedPasswords(home: string, hasCluster: boolean): Promise<Passwords> {
  const file = join(home, 'postgres.passwords')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' && !hasCluster) return undefined
    throw new EmbeddedError(
      `The passwords of the embedded PostgreSQL cannot be read from ${file} (${codeOf(error)}): bring the file back from a backup`,
      { cause: error },
    )
  })
  if (text === undefined) return makePasswords(file)
  const [postgres, maktaba] = ['postgres', 'maktaba'].map((name) => new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  if (!postgres || !maktaba)
    throw new EmbeddedError(
      `${file} does not hold the passwords of the embedded PostgreSQL: bring the file back from a backup`,
    )
  return { postgres, maktaba }
}

async function makePasswords(file: string): Promise<Passwords> {
  const [postgres, maktaba] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  await replaceFile(file, `postgres ${postgres}\nmaktaba ${maktaba}\n`)
  return { postgres, maktaba }
}

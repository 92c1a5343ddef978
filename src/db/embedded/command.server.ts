import { execFile } from 'node:child_process'
import { parse } from 'node:path'
import type { Account } from './account.server.ts'
import { codeOf, EmbeddedError } from './embedded-error.server.ts'

// Only these: neither our secrets nor somebody's PGDATA or PGOPTIONS must reach PostgreSQL.
const PASSED_ON = ['PATH', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'ComSpec']

/** How a program of PostgreSQL is spawned: as `account` (ourselves without one), with next to no environment. */
export function spawnOptions(account: Account | undefined) {
  const passed = PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return {
    env: { ...Object.fromEntries(passed), LC_ALL: 'C', TZ: 'UTC' },
    // The account may not be allowed into our own working folder.
    cwd: parse(process.cwd()).root,
    windowsHide: true,
    // Node drops root's further groups when it changes the user.
    ...(account && { uid: account.uid, gid: account.gid }),
  }
}

/** Runs a short program and answers with its exit code and all that it said. Rejects when it cannot be run at all. */
export function runCommand(
  file: string,
  args: string[],
  account: Account | undefined,
): Promise<{ isDone: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...spawnOptions(account), maxBuffer: 10_000_000 }, (error, stdout, stderr) => {
      // A number: the program's own exit code. A text: it was never run.
      if (error && typeof error.code === 'string') reject(cannotRun(file, error))
      else resolve({ isDone: !error, output: `${stdout}${stderr}` })
    })
  })
}

/** The line for a program that cannot be executed. */
export function cannotRun(file: string, error: unknown): EmbeddedError {
  // ENOENT of a file that is there: its loader is missing, as on Alpine.
  return new EmbeddedError(
    `The PostgreSQL program ${file} cannot be run on this machine (${codeOf(error)}): set DATABASE_URL to a PostgreSQL server`,
    { cause: error },
  )
}

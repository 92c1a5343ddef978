import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { useDatabase } from '#test/database.ts'

/** Options of a test that starts a process with each call. */
export const LONG = { timeout: 180_000 }

/** The command line: as `npm test` has built it, or its sources. */
const COMMAND_LINE = process.env.TEST_COMMAND_LINE ?? join(projectRoot, 'src', 'operations', 'cli', 'maktaba.ts')

interface Answer {
  code: number | null
  stdout: string
  stderr: string
}
type Child = ChildProcessByStdio<null, Readable, Readable>

/** The command line, on a database and in a folder of the calling test file. */
export function useCli() {
  const database = useDatabase()
  const files = { folder: '' }
  beforeAll(async () => {
    files.folder = await mkdtemp(join(tmpdir(), 'maktaba-cli-'))
  })
  afterAll(() => rm(files.folder, { recursive: true }))

  const start = (args: string[], env: Record<string, string> = {}): Child =>
    spawn(process.execPath, [COMMAND_LINE, ...args], {
      // Nothing but the database: no mail, no secret.
      env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return {
    database,
    start,
    maktaba: (...args: string[]): Promise<Answer> => answerOf(start(args)),
    folder: () => files.folder,
    aFile: async (name: string, content: string | Buffer): Promise<string> => {
      const file = join(files.folder, name)
      await writeFile(file, content)
      return file
    },
  }
}

/** The output of a process until it ends. `act` is called once, when stdout has more than `after` characters. */
export function answerOf(child: Child, act?: () => void, after = 0): Promise<Answer> {
  const answer: Answer = { code: null, stdout: '', stderr: '' }
  let isActed = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer.stdout += text
    if (isActed || answer.stdout.length <= after) return
    isActed = true
    act?.()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (answer.stderr += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...answer, code })))
}

/** What a successful command writes. */
export const said = (stdout: string): Answer => ({ code: 0, stdout, stderr: '' })

/** What a refused command writes: one line. */
export const refused = (stderr: string): Answer => ({ code: 1, stdout: '', stderr: `${stderr}\n` })

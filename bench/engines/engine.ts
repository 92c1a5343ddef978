import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** A browser with one window, driven by the protocol that it speaks itself. */
export interface Engine {
  /** Name and version. */
  name: string
  /** Whether its driver answers nothing while a page loads, so that a page over a hanging connection cannot be looked at. */
  isBlockedByLoading: boolean
  open: (url: string) => Promise<void>
  /** The value of an expression in the page, or of its promise, as JSON. */
  evaluate: (expression: string) => Promise<unknown>
  /** W3C actions, which both protocols share. */
  act: (actions: readonly object[]) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  /** The window as a PNG. */
  picture: () => Promise<Buffer>
  close: () => Promise<void>
}

/** Milliseconds for a command: WebKit's driver hangs now and then while the page goes on. */
const PATIENCE = 20_000
/** Milliseconds until a browser has started, on a busy machine. */
export const START = 150_000

/** Rejects when a command takes too long. */
export function inTime<T>(command: string, answer: Promise<T>, patience = PATIENCE): Promise<T> {
  const late = sleep(patience, undefined, { ref: false }).then(() => {
    throw new Error(`${command}: no answer for ${patience / 1000} s`)
  })
  return Promise.race([answer, late])
}

/** Starts a process, and says what the first group of `wanted` is in its output. */
export async function startAndWait(
  command: string,
  args: readonly string[],
  wanted: RegExp,
): Promise<{ child: ChildProcess; found: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  process.once('exit', () => child.kill())
  const found = new Promise<string>((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const match = wanted.exec(output)
      if (match) resolve(match[1] ?? '')
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}: ${output.trim()}`)))
  })
  return { child, found: await inTime(command, found, START) }
}

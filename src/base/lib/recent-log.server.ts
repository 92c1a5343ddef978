/** How much of the log is kept. */
const MOST = { lines: 200, bytes: 100_000 }

let kept: { line: string; bytes: number }[] = []
let size = 0

/** Keeps a line of the log, JSON, in place of the oldest ones; a longer one than all may be is left out. */
export function keepLine(line: string): void {
  const bytes = Buffer.byteLength(line)
  if (bytes > MOST.bytes) return
  kept.push({ line, bytes })
  size += bytes
  while (kept.length > MOST.lines || size > MOST.bytes) size -= kept.shift()?.bytes ?? 0
}

/** The last warnings and errors of this process, the oldest first, as they were logged: with what must not leave it. */
export const recentLines = (): string[] => kept.map(({ line }) => line)

/**
 * Forgets all lines.
 *
 * @internal for tests
 */
export function forgetLines(): void {
  kept = []
  size = 0
}

import { setImmediate } from 'node:timers/promises'
import type { FileSource, ReadOptions } from './file-table.ts'

const PIECE = 65_536
/** Milliseconds of work after which other requests have their turn. */
const TURN = 10

/** A file in pieces of at most 64 KiB. Between them other requests have their turn. */
export async function* readBytes(source: FileSource, options: ReadOptions = {}): AsyncGenerator<Buffer> {
  let bytes = 0
  let since = performance.now()
  for await (const chunk of source.open()) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      options.signal?.throwIfAborted()
      const piece = chunk.subarray(at, at + PIECE)
      bytes += piece.length
      options.onBytes?.(bytes)
      yield piece
      if (performance.now() - since < TURN) continue
      await setImmediate()
      since = performance.now()
    }
  }
  options.signal?.throwIfAborted()
}

/** The first bytes of a file: `size`, or all if it is shorter. */
export async function readStart(source: FileSource, size: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let found = 0
  for await (const piece of readBytes(source)) {
    pieces.push(piece)
    found += piece.length
    if (found >= size) break
  }
  return Buffer.concat(pieces).subarray(0, size)
}

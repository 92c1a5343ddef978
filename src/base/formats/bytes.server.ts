import { setImmediate } from 'node:timers/promises'
import type { FileSource, ReadOptions } from './file-table.ts'

const PIECE = 65_536
/** Milliseconds of work after which other requests have their turn. */
const TURN = 10

/** A file in pieces of at most 64 KiB. */
export async function* readBytes(source: FileSource, options: ReadOptions = {}): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of inTurns(source.open(), options.signal)) {
    bytes += piece.length
    options.onBytes?.(bytes)
    yield piece
  }
}

/** Bytes in pieces of at most 64 KiB. Between them other requests have their turn, and the signal is obeyed. */
export async function* inTurns(chunks: AsyncIterable<Buffer>, signal?: AbortSignal): AsyncGenerator<Buffer> {
  let since = performance.now()
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      signal?.throwIfAborted()
      yield chunk.subarray(at, at + PIECE)
      if (performance.now() - since < TURN) continue
      await setImmediate()
      since = performance.now()
    }
  }
  signal?.throwIfAborted()
}

/** The bytes of a file from `start` up to `end`. */
export async function* readRange(source: FileSource, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of source.open()) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at))
    at += chunk.length
    if (part.length > 0) yield part
    if (at >= end) return
  }
}

/** The first bytes of a file: `size`, or all if it is shorter. */
export const readStart = (source: FileSource, size: number): Promise<Buffer> => collect(readRange(source, 0, size))

export async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

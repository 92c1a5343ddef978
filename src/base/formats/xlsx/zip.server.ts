import { pipeline, Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { createInflateRaw } from 'node:zlib'
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { collect, inTurns, readRange } from '../bytes.server.ts'
import { FileFault } from '../file-fault.ts'
import type { FileSource } from '../file-table.ts'

/** The end of the file that is kept while its directory is read. */
const TAIL = 1_000_000
const ENTRIES_MAX = 10_000
/** XML is rarely compressed to a fiftieth of its size. Small parts are not checked. */
const RATIO_MAX = 200
const RATIO_FROM = 10_000_000

/** A ZIP file whose parts are read one after the other, with little memory. Throws FileFault. */
export interface Zip {
  names: string[]
  /** The bytes of a part, unpacked, at most `limit`; undefined if there is no such part. */
  open(name: string, limit: number, signal?: AbortSignal): AsyncIterable<Buffer> | undefined
  /** Bytes of a part, unpacked, as its directory says. */
  sizeOf(name: string): number
}

export async function openZip(source: FileSource): Promise<Zip> {
  const entries = new Map<string, Entry>()
  let zip: ZipFile
  try {
    const tailStart = Math.max(0, source.size - TAIL)
    const reader = new SourceReader(source, tailStart, await collect(readRange(source, tailStart, source.size)))
    zip = await fromRandomAccessReaderPromise(reader, source.size, { autoClose: false })
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName.toLowerCase(), entry)
      if (entries.size > ENTRIES_MAX) break
    }
    reader.isDirectoryRead = true
  } catch {
    // yauzl throws errors without a code for all that is wrong with a file.
    throw new FileFault({ kind: 'damaged' })
  }
  return {
    names: [...entries.values()].map(({ fileName }) => fileName),
    sizeOf: (name) => entries.get(name.toLowerCase())?.uncompressedSize ?? 0,
    open: (name, limit, signal) => {
      const entry = entries.get(name.toLowerCase())
      return entry && inTurns(unpack(source, zip, entry, limit), signal)
    },
  }
}

async function* unpack(source: FileSource, zip: ZipFile, entry: Entry, limit: number): AsyncGenerator<Buffer> {
  const { compressedSize, uncompressedSize } = entry
  const most = Math.min(limit, Math.max(RATIO_FROM, compressedSize * RATIO_MAX))
  if (uncompressedSize > most) throw new FileFault({ kind: 'too-large', limit: most })
  if (entry.isEncrypted()) throw new FileFault({ kind: 'foreign', format: 'encrypted' })
  let bytes = 0
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    const packed = Readable.from(readRange(source, fileDataStart, fileDataStart + compressedSize))
    for await (const piece of entry.compressionMethod === 0 ? packed : pipeline(packed, createInflateRaw(), ignore)) {
      bytes += piece.length
      // Counted here, since the sizes that the directory of the file names may be wrong.
      if (bytes > most) throw new FileFault({ kind: 'too-large', limit: most })
      yield piece
    }
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault({ kind: 'damaged' })
  }
  if (bytes !== uncompressedSize) throw new FileFault({ kind: 'damaged' })
}

/** Errors reach those who read the stream. */
const ignore = (): void => undefined

/** Random access to a file that can only be read from its beginning. Keeps its tail, which has the directory. */
class SourceReader extends RandomAccessReader {
  /** Until then, nothing before the tail is read: each entry of a directory that lies there would read the file anew. */
  isDirectoryRead = false
  readonly #source: FileSource
  readonly #tailStart: number
  readonly #tail: Buffer

  constructor(source: FileSource, tailStart: number, tail: Buffer) {
    super()
    this.#source = source
    this.#tailStart = tailStart
    this.#tail = tail
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    callbackify(async () => {
      const at = position - this.#tailStart
      if (at < 0 && !this.isDirectoryRead) throw new Error('no directory at the end of the file')
      const bytes =
        at >= 0
          ? this.#tail.subarray(at, at + length)
          : await collect(readRange(this.#source, position, position + length))
      if (bytes.copy(buffer, offset) < length) throw new Error('unexpected end of file')
    })(callback)
  }
}

import { decoderOf } from '../text/decode.server.ts'
import { guessXmlEncoding } from '../text/guess-xml-encoding.server.ts'
import { createXmlReader, type XmlHandlers } from '../text/xml.server.ts'

/** Characters that are read at once: each cell of a few bytes may be as long as a cell can be. */
const SLICE = 4096

/** Reads a part of a workbook, and stops after each slice of it. */
export async function* readXmlPart(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const reader = createXmlReader(handlers)
  let decoder: ReturnType<typeof decoderOf> | undefined
  for await (const piece of bytes) {
    decoder ??= decoderOf(guessXmlEncoding(piece))
    const text = decoder.decode(piece, { stream: true })
    for (let at = 0; at < text.length; at += SLICE) {
      reader.write(text.slice(at, at + SLICE))
      yield
    }
  }
  reader.end()
}

/** Reads a small part of a workbook at once. */
export async function readWholePart(bytes: AsyncIterable<Buffer> | undefined, handlers: XmlHandlers): Promise<void> {
  if (!bytes) return
  const pieces = readXmlPart(bytes, handlers)
  while (!(await pieces.next()).done);
}

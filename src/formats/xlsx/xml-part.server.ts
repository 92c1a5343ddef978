import { decoderOf } from '../text/decode.server.ts'
import { guessXmlEncoding } from '../text/guess-xml-encoding.server.ts'
import { createXmlReader, type XmlHandlers } from '../text/xml.server.ts'

/** Reads a part of a workbook, and stops after each piece. */
export async function* readXmlPart(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const reader = createXmlReader(handlers)
  let decoder: TextDecoder | undefined
  for await (const piece of bytes) {
    decoder ??= decoderOf(guessXmlEncoding(piece))
    reader.write(decoder.decode(piece, { stream: true }))
    yield
  }
  reader.end()
}

/** The same for a small part, at once. */
export async function readWholePart(bytes: AsyncIterable<Buffer> | undefined, handlers: XmlHandlers): Promise<void> {
  if (!bytes) return
  const pieces = readXmlPart(bytes, handlers)
  while (!(await pieces.next()).done);
}

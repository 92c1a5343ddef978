import { readBytes, readStart } from './bytes.server.ts'
import { guessDelimiter } from './csv/guess-delimiter.server.ts'
import { FileFault, type ForeignKind } from './file-fault.ts'
import type { FileSource, IsKnownHeader } from './file-table.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { parseObject } from './json-lines/read-json-lines.server.ts'
import { FIELD_END, RECORD_END } from './marc/iso-2709.server.ts'
import { isAleph } from './marc/text-forms/aleph.ts'
import { isMnemonic } from './marc/text-forms/read-marc-text.server.ts'
import { findSignature, isBinary, isZip, oldOfficeKind } from './signatures.server.ts'
import { decoderOf } from './text/decode.server.ts'
import { guessEncoding } from './text/guess-encoding.server.ts'
import { guessXmlEncoding } from './text/guess-xml-encoding.server.ts'
import { inspectWorkbook } from './xlsx/inspect-workbook.server.ts'

const START = 65_536

/**
 * Guesses what a file is from its bytes, never from its name. Known names of columns help to find the delimiter of a
 * CSV file, and the sheet of a workbook. Throws FileFault for an empty file and for one of another kind.
 */
export async function inspectFile(source: FileSource, isKnownHeader?: IsKnownHeader): Promise<FileShape> {
  const start = await readStart(source, START)
  if (start.length === 0) throw new FileFault({ kind: 'empty' })
  const foreign = findSignature(start) ?? (await oldOfficeKind(start, readBytes(source)))
  if (foreign) throw new FileFault({ kind: 'foreign', format: foreign })
  if (isZip(start)) return inspectWorkbook(source, isKnownHeader)
  if (isMarc(start)) {
    const { guessMarcEncoding } = await import('./marc/guess-marc-encoding.server.ts')
    return { kind: 'marc', encoding: await guessMarcEncoding(source) }
  }
  return inspectText(source, start, isKnownHeader)
}

/** A leader of ISO 2709 begins with the record's length and its status; no other text has these control characters. */
const isMarc = (start: Buffer): boolean =>
  /^(\xEF\xBB\xBF)?\s*[\d ]{5}[a-z ]/i.test(start.toString('latin1', 0, 80)) &&
  (start.includes(RECORD_END) || start.length === START) &&
  // The directory of 6,000 fields alone is longer.
  (start.includes(FIELD_END) || /^[\da-z]+$/i.test(start.toString('latin1', 80)))

async function inspectText(source: FileSource, start: Buffer, isKnownHeader?: IsKnownHeader): Promise<FileShape> {
  if (
    /^(\uFEFF|\xEF\xBB\xBF)?\s*</.test(start.toString('latin1', 0, 100)) ||
    /^<\0|^\0</.test(start.toString('latin1', 0, 2))
  )
    return inspectMarkup(start)
  const encoding = await guessEncoding(source, start)
  if (!encoding.startsWith('utf-16') && isBinary(start)) throw new FileFault({ kind: 'foreign', format: 'binary' })
  const text = decoderOf(encoding).decode(start, { stream: true })
  const shown = text.trimStart()
  if (shown === '') throw new FileFault({ kind: 'empty' })
  if (shown.startsWith('<')) return inspectMarkup(start)
  if (isMnemonic(shown) || isAleph(shown)) return { kind: 'marc', encoding }
  if (/^[{[]\s*["{}\]]/.test(shown)) {
    const [line = ''] = shown.split(/\r?\n/, 1)
    if (isRow(parseObject(line)) || (line.length > START / 4 && line.startsWith('{')))
      return { kind: 'jsonl', encoding }
    throw new FileFault({ kind: 'foreign', format: 'json' })
  }
  return { kind: 'csv', encoding, delimiter: await guessDelimiter(text, isKnownHeader) }
}

/** An object with a text or a number of its own, or with nothing; not one that holds a list of books. */
const isRow = (object: ReadonlyMap<string, unknown> | undefined): boolean =>
  object?.size === 0 ||
  [...(object?.values() ?? [])].some((value) => typeof value === 'string' || typeof value === 'number')

function inspectMarkup(start: Buffer): FileShape {
  const encoding = guessXmlEncoding(start)
  const text = decoderOf(encoding).decode(start, { stream: true })
  const [, root = ''] = /^<([^\s/>]+)/.exec(withoutProlog(text)) ?? []
  const name = root.slice(root.indexOf(':') + 1).toLowerCase()
  // Records may be wrapped in an answer of OAI-PMH or SRU, or in anything else.
  if (name === 'collection' || name === 'record' || MARC_ELEMENT.test(text)) return { kind: 'marcxml', encoding }
  throw new FileFault({ kind: 'foreign', format: markupKind(name, text) })
}

const MARC_ELEMENT = /<([\w.-]+:)?(controlfield|datafield)\s[^>]*\btag\s*=/

/** Tables of HTML and of Excel 2003 are often named `.xls`. */
function markupKind(root: string, text: string): ForeignKind {
  if (root === 'workbook' && text.includes('urn:schemas-microsoft-com:office:spreadsheet')) return 'xml-2003'
  if (!/^(html|head|body|table|meta|style)$/.test(root) && !/<!doctype html/i.test(text)) return 'xml'
  return /<table[\s>]/i.test(text) ? 'html-table' : 'html'
}

/** Markup from its root element, without declarations and comments. */
function withoutProlog(text: string): string {
  let rest = text.trimStart()
  for (;;) {
    const [skipped] = /^<(\?[\s\S]*?\?|!--[\s\S]*?--|!DOCTYPE[^>[]*(\[[^\]]*\]\s*)?)>\s*/i.exec(rest) ?? []
    if (!skipped) return rest
    rest = rest.slice(skipped.length)
  }
}

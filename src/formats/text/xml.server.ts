import { SaxesParser } from 'saxes'
import { FileFault } from '../file-fault.ts'

export interface XmlHandlers {
  /** An element begins; its name without a prefix, and its attributes by name. */
  onOpen(name: string, attributes: Readonly<Record<string, string>>): void
  /** All the text directly in an element, when it ends. */
  onClose(name: string, text: string): void
}

/** Maximum characters of the text of an element. */
const TEXT_MAX = 1_000_000

/**
 * Reads XML piece by piece. Only the five entities of XML are known; those that a document declares are an error, and so
 * is all that is not well-formed. The problem is thrown by `write` as a FileFault.
 */
export function createXmlReader(handlers: XmlHandlers): { write(text: string): void; end(): void } {
  const parser = new SaxesParser({ position: false, xmlns: false })
  const texts: string[] = []
  let text = ''
  parser.on('opentag', (tag) => {
    texts.push(text)
    text = ''
    if (texts.length > 100) throw new FileFault({ kind: 'damaged' })
    handlers.onOpen(localName(tag.name), tag.attributes)
  })
  const add = (more: string) => {
    text += more
    if (text.length > TEXT_MAX) throw new FileFault({ kind: 'damaged' })
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', (tag) => {
    handlers.onClose(localName(tag.name), text)
    text = texts.pop() ?? ''
  })
  parser.on('error', () => {
    throw new FileFault({ kind: 'damaged' })
  })
  return {
    write: (piece) => void parser.write(piece),
    end: () => void parser.close(),
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

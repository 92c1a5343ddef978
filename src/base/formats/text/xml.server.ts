import { SaxesParser } from 'saxes'
import { FileFault } from '../file-fault.ts'

export interface XmlHandlers {
  /** An element begins; its name without a prefix, and its attributes by name. */
  onOpen(name: string, attributes: Readonly<Record<string, string>>): void
  /** All the text directly in an element, when it ends. */
  onClose(name: string, text: string): void
}

/** Maximum characters between two tags, and of a tag. */
const PART_MAX = 2_000_000
const DEPTH_MAX = 100
/** What the parser says of each element in a further root. */
const SECOND_ROOT = 'documents may contain only one root.'

/**
 * Reads XML piece by piece. Only the five entities of XML are known; those that a document declares are an error, and
 * so is all that is not well-formed, but for what stands between several root elements: programs write such files by putting
 * others together. The problem is thrown by `write` as a FileFault.
 */
export function createXmlReader(handlers: XmlHandlers): { write(text: string): void; end(): void } {
  const parser = new SaxesParser({ position: false, xmlns: false })
  const texts: string[] = []
  let text = ''
  let sinceTag = 0
  let hasRoot = false
  parser.on('opentag', (tag) => {
    hasRoot = true
    check(texts.push(text) <= DEPTH_MAX)
    text = ''
    sinceTag = 0
    handlers.onOpen(localName(tag.name), tag.attributes)
  })
  const add = (more: string) => {
    text += more
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', (tag) => {
    handlers.onClose(localName(tag.name), text)
    text = texts.pop() ?? ''
    sinceTag = 0
  })
  parser.on('error', ({ message }) => check(message === SECOND_ROOT || (hasRoot && texts.length === 0)))
  return {
    write: (piece) => {
      sinceTag += piece.length
      parser.write(piece)
      check(sinceTag <= PART_MAX)
    },
    end: () => void parser.close(),
  }
}

function check(isGood: boolean): void {
  if (!isGood) throw new FileFault({ kind: 'damaged' })
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

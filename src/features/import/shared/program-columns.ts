import { nameWords } from './name-words.ts'

/** Columns of a program that mean something else than their names say elsewhere. */
interface Program {
  /** Names that no other program has together. */
  of: string
  /** By field, further names of its column. */
  names?: Readonly<Record<string, string>>
  /** By field, names that are not of its column. */
  not?: Readonly<Record<string, string>>
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  // Its summary is title, author and year once more.
  libraryThing: {
    of: 'primary author, collections',
    names: { shelfMark: 'other call number' },
    not: { series: 'collections', genre: 'subjects', summary: 'summary' },
  },
  libib: { of: 'item type, creators', names: { pages: 'length' }, not: { series: 'collection' } },
  slims: {
    of: 'gmd name, isbn issn',
    names: { summary: 'notes', copyNumber: 'item code' },
    // Of publication.
    not: { copyPlace: 'place name' },
  },
  slimsItems: {
    of: 'item code, coll type name',
    names: { copyNumber: 'item code', copyPlace: 'site' },
    not: { copyNumber: 'inventory code' },
  },
  calibre: { of: 'author sort, title sort', names: { summary: 'comments' } },
  // Its pages are those of an article in a journal.
  zotero: { of: 'abstract note, num pages', not: { pages: 'pages' } },
}

const foldedName = (name: string): string => nameWords(name).join('')
const foldedNames = (names: string): Set<string> => new Set(names.split(', ').map(foldedName))
const isAmong = (names: string | undefined, name: string): boolean =>
  names !== undefined && foldedNames(names).has(foldedName(name))

/** Whether the program that wrote a header calls the column of a field so; undefined where it has no name of its own. */
export function programColumns(header: readonly string[]): (field: string, name: string) => boolean | undefined {
  const there = new Set(header.map(foldedName))
  const program = Object.values(PROGRAMS).find(({ of }) => [...foldedNames(of)].every((name) => there.has(name)))
  // Most headers are of none, and may have a thousand names.
  if (!program) return () => undefined
  return (field, name) => {
    if (isAmong(program.names?.[field], name)) return true
    return isAmong(program.not?.[field], name) ? false : undefined
  }
}

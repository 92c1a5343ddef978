import type { FileRow } from '#base/formats/file-table.ts'
import type { DayOrder } from '../staging/read-days.ts'
import { nameWords } from './name-words.ts'

/** Columns of a program that mean something else than their names say elsewhere. */
interface Program {
  /** Names that no other program has together. */
  of: string
  /** By field, further names of its column. */
  names?: Readonly<Record<string, string>>
  /** By field, names that are not of its column. */
  not?: Readonly<Record<string, string>>
  /** Whether the program writes the day or the month first, where no cell says it. */
  days?: DayOrder
}

const PROGRAMS = {
  // The column `summary` of LibraryThing is title, author and year once more.
  libraryThing: {
    of: 'primary author, collections',
    names: { shelfMark: 'other call number' },
    not: { series: 'collections', genre: 'subjects', summary: 'summary' },
  },
  libib: { of: 'item type, creators', names: { pages: 'length' }, not: { series: 'collection' } },
  slims: {
    of: 'gmd name, isbn issn',
    names: { summary: 'notes', copyNumber: 'item code' },
    // The column is the place of publication.
    not: { copyPlace: 'place name' },
  },
  slimsItems: {
    of: 'item code, coll type name',
    names: { copyNumber: 'item code', copyPlace: 'site' },
    not: { copyNumber: 'inventory code' },
  },
  calibre: { of: 'author sort, title sort', names: { summary: 'comments', volume: 'series index' } },
  // The column `pages` of Zotero is of an article in a journal.
  zotero: { of: 'abstract note, num pages', not: { pages: 'pages' } },
  // The next two are programs of schools in the United States, which write the month first.
  destiny: { of: 'copy barcode, sublocation', days: 'month' },
  alexandria: { of: 'copy barcode, lexile', days: 'month' },
} satisfies Record<string, Program>

const foldedName = (name: string): string => nameWords(name).join('')
const foldedNames = (names: string): Set<string> => new Set(names.split(', ').map(foldedName))
const isAmong = (names: string | undefined, name: string): boolean =>
  names !== undefined && foldedNames(names).has(foldedName(name))

function programOf(header: readonly string[]): Program | undefined {
  const there = new Set(header.map(foldedName))
  return Object.values<Program>(PROGRAMS).find(({ of }) => [...foldedNames(of)].every((name) => there.has(name)))
}

/** Whether the program that wrote a header calls the column of a field so; undefined where it has no name of its own. */
export function programColumns(header: readonly string[]): (field: string, name: string) => boolean | undefined {
  const program = programOf(header)
  // Decided once: most headers are of no known program, and may have a thousand names.
  if (!program) return () => undefined
  return (field, name) => {
    if (isAmong(program.names?.[field], name)) return true
    return isAmong(program.not?.[field], name) ? false : undefined
  }
}

/** Which of day and month the program that wrote a header writes first; undefined for another one. */
export const programDays = (header: readonly string[]): DayOrder => programOf(header)?.days

/**
 * A function that writes the place of a calibre book in its series as people do, `2.0` as `2`: calibre has a number for every
 * book, which says nothing of one without a series. Undefined for a header of another program.
 */
export function seriesIndexReader(header: readonly string[]): ((row: FileRow) => FileRow) | undefined {
  if (programOf(header) !== PROGRAMS.calibre) return undefined
  const names = header.map(foldedName)
  const [series, index] = [names.indexOf(foldedName('series')), names.indexOf(foldedName('series index'))]
  if (index < 0) return undefined
  return (row) => {
    const number = row.cells[index]
    if (!number) return row
    const isInSeries = (row.cells[series] ?? '').trim() !== ''
    return {
      ...row,
      cells: row.cells.with(
        index,
        isInSeries
          ? number
              .trim()
              .replace(/(\.\d*?)0+$/, '$1')
              .replace(/\.$/, '')
          : '',
      ),
    }
  }
}

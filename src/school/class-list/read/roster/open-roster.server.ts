import { posix } from 'node:path'
import { FileFault } from '#base/formats/file-fault.ts'
import type { FileSource } from '#base/formats/file-table.ts'
import { inspectFile } from '#base/formats/inspect-file.server.ts'
import { openTable } from '#base/formats/open-table.server.ts'
import { openZip, type Zip } from '#base/formats/xlsx/zip.server.ts'
import { formatValues } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { PEOPLE_MAX, type OpenList } from '../open-list.ts'
import { isClassList, isPeopleHeader } from '../people-columns.ts'
import { joinRoster } from './join-roster.ts'
import { cellReader, columnKey, NO_TABLE, type RosterTable, type RosterTables } from './roster-table.ts'

/** Bytes of a file in the ZIP, unpacked. */
const PART_MAX = 200_000_000
/** Users, with those of families, who are left out. */
const USERS_MAX = 4 * PEOPLE_MAX
/** Rows of any other file than that of the people: some fifty lessons for each. */
const ROWS_MAX = 1_000_000

/** The files of OneRoster and School Data Sync 2.1, then of School Data Sync 1 and Clever. */
const PARTS = [
  ['manifest', ['manifest.csv']],
  ['users', ['users.csv']],
  ['roles', ['roles.csv']],
  ['classes', ['classes.csv']],
  ['enrollments', ['enrollments.csv']],
  ['students', ['student.csv', 'students.csv']],
  ['teachers', ['teacher.csv', 'teachers.csv']],
  ['sections', ['section.csv', 'sections.csv']],
  ['studentEnrollments', ['studentenrollment.csv', 'studentenrollments.csv', 'enrollments.csv']],
] as const
type Part = (typeof PARTS)[number][0]

/** Files that tell a roster, also one without people, from any other ZIP file. */
const TELLING = new Set(['orgs.csv', 'school.csv', 'academicsessions.csv', 'courses.csv', 'demographics.csv'])
const OF_ROSTER = new Set<string>(PARTS.flatMap(([, names]) => names))

const COLUMNS = new Set(
  'sourcedid, status, title, classtype, classsourcedid, usersourcedid, orgsourcedid, role, roletype, givenname, familyname, username, enableduser, email, propertyname, value, sisid, schoolsisid, sectionsisid, sectionname, firstname, lastname'.split(
    ', ',
  ),
)
const isColumn = (name: string): boolean => COLUMNS.has(columnKey(name))

/** The name of a file in the ZIP, without folders, and without what macOS adds. */
const plainName = (name: string): string => (/(^|\/)(__MACOSX\/|\.)/.test(name) ? '' : posix.basename(name))

/** Whether a ZIP file is a roster: `users.csv` or `Student.csv` and what belongs to them. Throws FileFault for one that can be named, if that `isAsked`, and for a roster without people. */
export async function isRoster(source: FileSource, isAsked: boolean): Promise<boolean> {
  const zip = await openZip(source)
  const parts = partsOf(zip)
  if (parts.has('users') || parts.has('students')) return true
  const names = zip.names.map(plainName).filter((name) => name !== '')
  const ofRoster = names.filter((name) => OF_ROSTER.has(name.toLowerCase()) || TELLING.has(name.toLowerCase()))
  if (ofRoster.length > 0) throw named(m.class_list_zip_no_people, ofRoster)
  if (isAsked) throw await otherZip(source, zip, names)
  return false
}

/** Files that are named. */
const NAMED = 3

const named = (sentence: (words: { files: string }) => string, names: readonly string[]): FileFault => {
  const shown = names.slice(0, NAMED).map((name) => isolated(name.slice(0, 100)))
  if (names.length > NAMED) shown.push('…')
  return new FileFault({ kind: 'contents', sentence: () => sentence({ files: formatValues(shown) }) })
}

/** Says what a ZIP file is that is no roster: a list of people, a list of books, or just some files. */
async function otherZip(source: FileSource, zip: Zip, names: readonly string[]): Promise<FileFault> {
  const lists = zip.names.filter((name) => /\.(csv|txt|tsv|xlsx)$/i.test(plainName(name)))
  for (const name of lists.slice(0, NAMED)) {
    const header = await headerOf(partSource(zip, name)).catch(() => [])
    if (isClassList(header)) return named(m.class_list_zip_list, [plainName(name)])
  }
  if (lists.length > 0) return named(m.class_list_zip_lists, lists.map(plainName))
  return names.length > 0 ? named(m.class_list_zip_other, names) : new FileFault({ kind: 'empty' })
}

async function headerOf(source: FileSource): Promise<string[]> {
  const shape = await inspectFile(source, isPeopleHeader)
  const { header, rows } = await openTable(source, shape, { isKnownHeader: isPeopleHeader })
  await rows.return(undefined)
  return header
}

/** Reads a roster as a list of its people. `isHere` tells whether the library has a class of that name. Throws FileFault. */
export async function openRoster(source: FileSource, isHere: (className: string) => boolean): Promise<OpenList> {
  const zip = await openZip(source)
  const parts = partsOf(zip)
  const read = async (part: Part, limit = ROWS_MAX): Promise<RosterTable> => {
    const name = parts.get(part)
    return name === undefined ? NO_TABLE : readPart(partSource(zip, name), limit)
  }
  requireWhole(await read('manifest'))
  const tables: RosterTables = parts.has('students')
    ? {
        users: await read('students', PEOPLE_MAX),
        usersAre: 'pupil',
        teachers: await read('teachers', PEOPLE_MAX),
        roles: NO_TABLE,
        classes: await read('sections'),
        enrollments: await read('studentEnrollments'),
      }
    : {
        users: await read('users', USERS_MAX),
        teachers: NO_TABLE,
        roles: await read('roles'),
        classes: await read('classes'),
        enrollments: await read('enrollments'),
      }
  const list = joinRoster(tables, isHere)
  if (list.rows.length > PEOPLE_MAX) throw new FileFault({ kind: 'rows', limit: PEOPLE_MAX })
  return list
}

/** Which file is which: of several of one name, that in the outermost folder. */
function partsOf(zip: Zip): Map<Part, string> {
  const names = zip.names.toSorted((one, other) => one.split('/').length - other.split('/').length)
  const found = new Map<Part, string>()
  for (const [part, known] of PARTS) {
    const name = names.find((one) => known.some((wanted) => wanted === plainName(one).toLowerCase()))
    if (name !== undefined) found.set(part, name)
  }
  return found
}

const partSource = (zip: Zip, name: string): FileSource => ({
  size: zip.sizeOf(name),
  open: () => zip.open(name, PART_MAX) ?? nothing(),
})

async function* nothing(): AsyncGenerator<Buffer> {}

async function readPart(source: FileSource, limit: number): Promise<RosterTable> {
  if (source.size === 0) return NO_TABLE
  const shape = await inspectFile(source, isColumn)
  const { header, rows: groups } = await openTable(source, shape, { isKnownHeader: isColumn })
  const rows: RosterTable['rows'][number][] = []
  for await (const group of groups) {
    for (const row of group) rows.push(row)
    if (rows.length > limit) throw new FileFault({ kind: 'rows', limit })
  }
  return { columns: new Map(header.map((name, index) => [columnKey(name), index])), rows }
}

/** Throws FileFault for a roster of changes since an earlier one: who is not in it is not absent. */
function requireWhole(manifest: RosterTable): void {
  const [name, value] = [cellReader(manifest, 'propertyname'), cellReader(manifest, 'value')]
  for (const row of manifest.rows)
    if (/^file\.(users|classes|enrollments|roles)$/i.test(name(row)) && value(row).toLowerCase() === 'delta')
      throw new FileFault({ kind: 'contents', sentence: m.class_list_zip_changes })
}

import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { borrowerImport, borrowerImportRow, type PersonValues } from '#base/db/tables/borrower-import.ts'
import { copy } from '#base/db/tables/copy.ts'
import { sampleBorrower } from '#base/db/tables/sample.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { newId } from '#base/lib/id.ts'
import { asPlainLine } from '#base/lib/search/text.ts'
import type { ImportFile, StagedImport } from '#kit/import/shared/import-kind.server.ts'
import {
  classListChoicesSchema,
  DEFAULT_CLASS_LIST_CHOICES,
  PLANNED_RESULTS,
  type ClassListChoices,
  type ClassListFindings,
} from './class-list.schema.ts'
import { planClassList, type ClassListPlan, type Here, type PlannedRow } from './plan-class-list.ts'
import { classKey } from './read/class-name.ts'
import type { OpenList } from './read/open-list.ts'
import { openList } from './read/open-list.server.ts'
import { findPeopleColumns, isOfBirth, PEOPLE_FIELDS, type PeopleColumns } from './read/people-columns.ts'
import { readPerson } from './read/read-person.ts'
import { numberColumn } from './read/roster/join-roster.ts'
import { openRoster } from './read/roster/open-roster.server.ts'

/** Reads a new list and stores what becomes of each row; `former` is the import that is made again. Throws FileFault. */
export async function stageClassList(tx: Transaction, file: ImportFile, former?: string): Promise<StagedImport> {
  const before = former === undefined ? undefined : await findClassList(tx, former)
  const choices = before ? { ...before.choices, isConfirmed: false } : DEFAULT_CLASS_LIST_CHOICES
  await tx.insert(borrowerImport).values({ id: file.id, choices, findings: {} })
  return stageAgain(tx, file, choices)
}

/** The row of `borrower_import` that belongs to an import; undefined for an import of books. */
export async function findClassList(tx: Pick<Transaction, 'select'>, id: string) {
  const [found] = await tx.select().from(borrowerImport).where(eq(borrowerImport.id, id))
  return found && { ...found, choices: classListChoicesSchema.parse(found.choices) }
}

/** Reads a waiting list again. Without `columns` they are found by their names. Throws FileFault. */
export async function stageAgain(
  tx: Transaction,
  file: ImportFile,
  choices: ClassListChoices,
  given?: Readonly<Record<string, number>>,
): Promise<StagedImport> {
  const here = await readHere(tx)
  const list = file.shape ? await openList(file.source, file.shape) : await openRoster(file.source, namesClass(here))
  const columns = given ? known(given, list.header) : columnsOf(list, here)
  const ofFile = classOfFile(file.filename, here)
  const className = (choices.className ?? '').trim()
  const birth = list.header.findIndex(isOfBirth)
  const people = list.rows.map(({ row, className: ofSheet, isStaff = false }, at) => ({
    ...readPerson(row, at, columns, className || ofSheet || ofFile, birth < 0 ? undefined : birth),
    isStaff,
  }))
  const plan = planClassList(people, here, choices)
  await storeRows(tx, file.id, plan)
  const findings = findingsOf(list, columns, plan, className || ofFile)
  const stored = sql`${JSON.stringify(findings)}::jsonb || jsonb_build_object('stagedAt', now())`
  await tx.update(borrowerImport).set({ choices, findings: stored }).where(eq(borrowerImport.id, file.id))
  const { counts, leftOut } = findings
  const changed = (counts.changed ?? 0) + (counts.moved ?? 0)
  const leftOutNew = plan.rows.filter(({ result, isLeftOut }) => isLeftOut && result === 'new').length
  return {
    shape: file.shape,
    header: list.header,
    examples: examplesOf(list),
    columns: Object.fromEntries(Object.entries(columns)),
    total: plan.rows.length,
    created: (counts.new ?? 0) - leftOutNew,
    updated: changed - (leftOut - leftOutNew),
    unchanged: counts.same ?? 0,
    refused: (counts.twice ?? 0) + (counts.refused ?? 0) + leftOut,
  }
}

/** Whether a name is that of a class that is here. */
function namesClass({ groups }: Here): (name: string) => boolean {
  const keys = new Set(groups.map(({ name }) => classKey(name)))
  return (name) => keys.has(classKey(name))
}

function columnsOf(list: OpenList, { borrowers }: Here): PeopleColumns {
  if (!list.columns) return findPeopleColumns(list.header)
  const schoolNumber = numberColumn(list, new Set(borrowers.map((one) => one.schoolNumber.toUpperCase())))
  return { ...list.columns, ...(schoolNumber !== undefined && { schoolNumber }) }
}

const known = (given: Readonly<Record<string, number>>, header: readonly string[]): PeopleColumns =>
  Object.fromEntries(
    PEOPLE_FIELDS.flatMap((field) => {
      const index = given[field]
      return index === undefined || index >= header.length ? [] : [[field, index]]
    }),
  )

/** All borrowers and classes: a list is compared with them in memory, 20,000 in some 100 ms. */
async function readHere(tx: Transaction): Promise<Here> {
  const { id, name, groupId, schoolNumber, card, email } = borrower
  const isSample = sql<boolean>`${sampleBorrower.borrowerId} is not null and ${borrower.version} = 1`
  const borrowers = await tx
    .select({ id, name, groupId, schoolNumber, card, email, isSample })
    .from(borrower)
    .leftJoin(sampleBorrower, eq(sampleBorrower.borrowerId, borrower.id))
    .orderBy(borrower.sortName, borrower.id)
  const { kind, nextGroupId } = borrowerGroup
  const groups = await tx
    .select({ id: borrowerGroup.id, name: borrowerGroup.name, kind, nextGroupId })
    .from(borrowerGroup)
    .orderBy(borrowerGroup.createdAt, borrowerGroup.id)
  const copies = await tx.select({ number: copy.number }).from(copy)
  const copyNumbers = new Set(copies.map(({ number }) => number.toUpperCase()))
  return { borrowers, groups, copyNumbers, staffName: m.group_kind_staff() }
}

/** The class that the name of the file says, if it is here. */
const classOfFile = (filename: string, { groups }: Here): string => {
  const key = classKey(filename.replace(/\.[^.]*$/, ''))
  return groups.find(({ name }) => classKey(name) === key)?.name ?? ''
}

/** Rows of one statement. */
const BATCH = 1000

async function storeRows(tx: Transaction, importId: string, { rows, absent }: ClassListPlan): Promise<void> {
  await tx.delete(borrowerImportRow).where(eq(borrowerImportRow.importId, importId))
  const values = [
    ...rows.map((row) => ({ importId, ...storedRow(row) })),
    ...absent.map((borrowerId, index) => ({
      importId,
      at: rows.length + index,
      row: 0,
      result: 'absent' as const,
      borrowerId,
    })),
  ]
  for (let at = 0; at < values.length; at += BATCH)
    await tx.insert(borrowerImportRow).values(values.slice(at, at + BATCH))
}

function storedRow({ person, input, result, ...row }: PlannedRow) {
  const { name, className, schoolNumber, card, email } = person
  const isTaken = result === 'new' || result === 'changed' || result === 'moved'
  const said: PersonValues = Object.fromEntries(
    Object.entries({ name, className, schoolNumber, card, email }).filter(([, text]) => text !== ''),
  )
  return {
    ...row,
    result,
    borrowerId: result === 'new' ? newId() : row.borrowerId,
    reason: row.isLeftOut && isTaken ? 'left-out' : row.reason,
    said,
    input: isTaken ? input : null,
    cells: (isTaken && !row.isLeftOut) || result === 'same' ? null : person.cells,
  }
}

function findingsOf(
  { header, roster }: OpenList,
  columns: PeopleColumns,
  { rows, absent, classes, isDoubtful }: ClassListPlan,
  className: string,
): ClassListFindings {
  const read = new Set(Object.values(columns))
  // The other columns of a roster are there to be chosen.
  const others = roster ? [] : header.filter((name, index) => !read.has(index) && name !== '')
  const counts = Object.fromEntries(PLANNED_RESULTS.map((result) => [result, 0]))
  for (const { result } of rows) counts[result] = (counts[result] ?? 0) + 1
  return {
    mark: newId(),
    counts: { new: 0, same: 0, changed: 0, moved: 0, twice: 0, refused: 0, ...counts, absent: absent.length },
    leftOut: rows.filter(({ isLeftOut, result }) => isLeftOut && ['new', 'changed', 'moved'].includes(result)).length,
    classes,
    className,
    births: others.filter(isOfBirth),
    notKept: others.filter((name) => !isOfBirth(name)),
    elsewhere: rows.filter(({ reason }) => reason === 'same-name-elsewhere').length,
    isDoubtful,
    ...(roster && { roster }),
  }
}

const EXAMPLES = 3
const EXAMPLE_LENGTH = 60

/** Some different values of each column. */
const examplesOf = ({ header, rows }: OpenList): string[][] =>
  header.map((_, index) => {
    const found = new Set<string>()
    for (const { row } of rows) {
      const value = asPlainLine((row.cells[index] ?? '').slice(0, EXAMPLE_LENGTH).toWellFormed())
      if (value !== '') found.add(value)
      if (found.size === EXAMPLES) break
    }
    return [...found]
  })

import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { borrowerImportRow, type PersonValues } from '#base/db/tables/borrower-import.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { refusalReasonSchema, type ClassListRow, type classListRowsInputSchema } from './class-list.schema.ts'

type RowsInput = z.output<typeof classListRowsInputSchema>
type Person = ClassListRow['person']

const { groupId, name, schoolNumber, card, email } = borrower

/** A page of the rows of a list, in the order of the file; behind the last one those who are absent. */
export async function listClassListRows({ id, result, cursor, limit }: RowsInput) {
  const row = borrowerImportRow
  const filter =
    result === undefined
      ? sql`${row.result} <> 'absent'`
      : result === 'kept'
        ? and(isNotNull(row.kept), sql`${row.kept} <> 'missing'`)
        : eq(row.result, result)
  const found = await db
    .select({
      row,
      here: { id: borrower.id, name, schoolNumber, card, email, groupId },
      trashed: { name: deletedBorrower.name, schoolNumber: deletedBorrower.schoolNumber },
    })
    .from(row)
    .leftJoin(borrower, eq(borrower.id, row.borrowerId))
    .leftJoin(deletedBorrower, eq(deletedBorrower.id, row.borrowerId))
    .where(and(eq(row.importId, id), cursor === undefined ? undefined : gt(row.at, Number(cursor)), filter))
    .orderBy(asc(row.at))
    .limit(limit + 1)
  const shown = found.slice(0, limit)
  const candidates = await findPeople(shown.flatMap((one) => one.row.candidates))
  const groups = await db.select({ id: borrowerGroup.id, name: borrowerGroup.name }).from(borrowerGroup)
  const names = new Map(groups.map((group) => [group.id, group.name]))
  const items = shown.map(({ row: { said, input, before, ...one }, here, trashed }): ClassListRow => {
    const groupOf = (values: PersonValues) => names.get(values.groupId ?? '') ?? values.className
    const current = here && { ...here, className: names.get(here.groupId ?? '') }
    const written = input ? groupOf(input) : undefined
    const present = current ?? trashed ?? {}
    const formerOf = input && (before ? { ...before, className: groupOf(before) } : (current ?? {}))
    const changed = new Set(Object.keys(input ?? {}).map((field) => (field === 'groupId' ? 'className' : field)))
    return {
      at: one.at,
      row: one.row,
      result: one.result,
      reason: refusalReasonSchema.safeParse(one.reason).data ?? null,
      otherRow: one.otherRow,
      person: filled({ ...present, ...said, ...(written !== undefined && { className: written }) }),
      before:
        one.result === 'changed' || one.result === 'moved'
          ? Object.fromEntries(
              Object.entries(filled(formerOf ?? {}, { keepsEmpty: true })).filter(([field]) => changed.has(field)),
            )
          : {},
      isNewClass: input?.className !== undefined,
      borrowerId: here?.id ?? null,
      candidates: one.candidates.flatMap((candidate) => {
        const person = candidates.get(candidate)
        return person ? [{ id: candidate, ...filled({ ...person, className: names.get(person.groupId ?? '') }) }] : []
      }),
      notes: one.notes,
      isLeftOut: one.isLeftOut,
      kept: one.kept,
    }
  })
  return { items, nextCursor: found.length > limit ? String(shown.at(-1)?.row.at ?? '') : null }
}

const FIELDS = ['name', 'className', 'schoolNumber', 'card', 'email'] as const

/** The fields of a person, without empty ones. */
const filled = (
  values: Partial<Record<(typeof FIELDS)[number], string | null | undefined>>,
  { keepsEmpty = false } = {},
): Person =>
  Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = values[field] ?? ''
      return value === '' && !keepsEmpty ? [] : [[field, value]]
    }),
  )

async function findPeople(ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const found = await db
    .select({ id: borrower.id, name, schoolNumber, card, groupId })
    .from(borrower)
    .where(inArray(borrower.id, [...new Set(ids)]))
  return new Map(found.map((one) => [one.id, one]))
}

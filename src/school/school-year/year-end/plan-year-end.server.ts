import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { inOrderOfYears, suggestNext } from './next-class.ts'
import { isOwing } from './write-year-end.server.ts'
import type { OwingPupil, Pupil, YearEndClass, YearEndInput } from './year-end.schema.ts'

interface ClassRow extends Record<string, unknown> {
  id: string
  name: string
  kind: 'class' | 'left'
  nextGroupId: string | null
  pupils: number
  owing: number
}

/** The classes and who has left and owes, by name, with what is suggested for each, and a mark of who is in them. */
export async function previewClasses(
  on: Queryable,
): Promise<{ classes: YearEndClass[]; others: number; mark: string }> {
  const { rows } = await on.execute<ClassRow>(sql`
    select g.id, g.name, g.kind, g.next_group_id as "nextGroupId", count(b.id)::int as pupils,
      count(b.id) filter (where ${isOwing})::int as owing
    from borrower_group as g left join borrower as b on b.group_id = g.id
    where g.kind in ('class', 'left') group by g.id
    order by g.kind, g.name collate "public"."counted", g.id`)
  const {
    rows: [found],
  } = await on.execute<{ others: number; people: string }>(sql`
    select count(*) filter (where g.id is null or g.kind not in ('class', 'left'))::int as others,
      md5(coalesce(string_agg(b.id::text || g.id::text, '' order by b.id) filter (where g.kind in ('class', 'left')), '')) as people
    from borrower as b left join borrower_group as g on g.id = b.group_id`)
  const next = suggestNext(rows)
  const mark = createHash('sha256')
    .update(JSON.stringify([found?.people, rows.map(({ id, name, kind }) => [id, name, kind])]))
    .digest('hex')
  return {
    classes: inOrderOfYears(rows).map(({ id, name, kind, pupils, owing }) => ({
      id,
      name,
      kind,
      pupils,
      owing,
      next: next.get(id) ?? 'stay',
    })),
    others: found?.others ?? 0,
    mark,
  }
}

interface PlannedRow {
  id: string
  from: string
  to: string | null
  result: 'moved' | 'repeated' | 'trashed' | 'left'
}

/** What becomes of each borrower; who is in a class that stays is not among them. VALIDATION_ERROR at `next` for another class. */
export async function planYearEnd(
  on: Queryable,
  classes: readonly YearEndClass[],
  { next, repeats }: Pick<YearEndInput, 'next' | 'repeats'>,
): Promise<PlannedRow[]> {
  const kinds = new Map(classes.map(({ id, kind }) => [id, kind]))
  const isKnown = ([id, to]: [string, string]) =>
    kinds.has(id) && (to === 'leave' || to === 'stay' || (kinds.get(to) === 'class' && to !== id))
  if (!Object.entries(next).every(isKnown))
    throw createError('VALIDATION_ERROR', { fields: { next: { key: 'validation_invalid' } } })
  const staying = new Set(repeats)
  const { rows } = await on.execute<{ id: string; groupId: string; isOwing: boolean }>(sql`
    select b.id, b.group_id as "groupId", ${isOwing} as "isOwing" from borrower as b
    join borrower_group as g on g.id = b.group_id where g.kind in ('class', 'left')
    order by g.name collate "public"."counted", b.sort_name, b.id`)
  return rows.flatMap(({ id, groupId, isOwing: owes }): PlannedRow[] => {
    const to = next[groupId] ?? 'stay'
    if (to === 'stay') return []
    if (staying.has(id)) return [{ id, from: groupId, to: null, result: 'repeated' }]
    if (to !== 'leave') return [{ id, from: groupId, to, result: 'moved' }]
    if (!owes) return [{ id, from: groupId, to: null, result: 'trashed' }]
    return kinds.get(groupId) === 'left' ? [] : [{ id, from: groupId, to: null, result: 'left' }]
  })
}

/** The borrowers of a class, by name. */
export async function pupilsOf(on: Queryable, groupId: string): Promise<Pupil[]> {
  const { rows } = await on.execute<Pupil & Record<string, unknown>>(sql`
    select b.id, b.name, b.card, b.school_number as "schoolNumber", ${isOwing} as "isOwing"
    from borrower as b where b.group_id = ${groupId} order by b.sort_name, b.id`)
  return rows
}

/** Borrowers who are named at most. */
const NAMED = 1000

/** The borrowers of classes who have or owe books, by class and name. */
export async function owingPupilsOf(on: Queryable, groupIds: readonly string[]): Promise<OwingPupil[]> {
  const { rows } = await on.execute<OwingPupil & Record<string, unknown>>(sql`
    select b.id, b.name, g.name as "className", count(*) filter (where loan.lost_at is null)::int as out,
      count(*) filter (where loan.lost_at is null and loan.due_on < ${libraryDay()})::int as late,
      count(*) filter (where loan.lost_at is not null)::int as owes
    from borrower as b join borrower_group as g on g.id = b.group_id
      join loan on loan.borrower_id = b.id and loan.returned_at is null and loan.settled_as is null
    where b.group_id = any(${sql.param([...groupIds])}::uuid[]) group by b.id, g.id
    order by g.name collate "public"."counted", b.sort_name, b.id limit ${NAMED}`)
  return rows
}

import { now } from '#base/lib/clock.ts'
import { isoDay } from '#base/lib/day-start.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { and, count, eq, gte, isNull, lte, ne, notInArray, or, sql, type Column, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { chosenBorrowers } from '#lending/borrower/shared/borrower-list.server.ts'
import { chosenCopies } from '#lending/copy/shared/chosen-copies.server.ts'
import {
  LABELS_MAX,
  type cardsInputSchema,
  type cardsSchema,
  type copyLabelsInputSchema,
  type copyLabelsSchema,
} from './label.schema.ts'
import type { LabelWhich } from './label-search.schema.ts'

/** Condition on the day of printing, which the page notes in the zone of who prints. */
const printed = (which: LabelWhich, day: Column): SQL | undefined =>
  which === 'all' ? undefined : which === 'missing' ? isNull(day) : eq(day, isoDay(now(), requestContext().timeZone))

/** A number as lists sort it: 2 before 10. */
const counted = (number: string): SQL => sql`upper(${number}) collate "public"."counted"`

/** Numbers from one to another, both included; empty ones set no limit. */
const between = (number: SQL, { from = '', to = '' }: { from?: string | undefined; to?: string | undefined }) =>
  and(
    from.trim() === '' ? undefined : gte(number, counted(from.trim())),
    to.trim() === '' ? undefined : lte(number, counted(to.trim())),
  )

/** Labels of copies, by number. A copy that is lost or withdrawn has none to come: it gets one only where it is named. */
export async function copyLabels(
  input: z.output<typeof copyLabelsInputSchema>,
): Promise<z.output<typeof copyLabelsSchema>> {
  const where =
    'chosen' in input
      ? await chosenCopies(input.chosen)
      : and(
          printed(input.which, copy.labelPrintedOn),
          input.which === 'missing' ? notInArray(copy.condition, ['lost', 'withdrawn']) : undefined,
          between(sql`${copy.sortNumber}`, input),
        )
  const [items, [found]] = await Promise.all([
    db
      .select({ id: copy.id, number: copy.number, title: book.title, shelfMark: book.shelfMark })
      .from(copy)
      .innerJoin(book, eq(book.id, copy.bookId))
      .where(where)
      .orderBy(copy.sortNumber, copy.id)
      .limit(LABELS_MAX),
    db.select({ total: count() }).from(copy).where(where),
  ])
  return { items, total: found?.total ?? 0 }
}

/** Library cards, by class and name. Who has left the school has none to come. */
export async function libraryCards(input: z.output<typeof cardsInputSchema>): Promise<z.output<typeof cardsSchema>> {
  const where =
    'chosen' in input
      ? await chosenBorrowers(input.chosen)
      : and(
          printed(input.which, borrower.cardPrintedOn),
          input.which === 'missing' ? or(isNull(borrowerGroup.kind), ne(borrowerGroup.kind, 'left')) : undefined,
          input.groupId === undefined ? undefined : eq(borrower.groupId, input.groupId),
          between(sql`upper(${borrower.card}) collate "public"."counted"`, input),
        )
  const [rows, [found]] = await Promise.all([
    db
      .select({ id: borrower.id, number: borrower.card, name: borrower.name, group: borrowerGroup.name })
      .from(borrower)
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
      .where(where)
      .orderBy(sql`${borrowerGroup.name} collate "public"."counted" nulls last`, borrower.sortName, borrower.id)
      .limit(LABELS_MAX),
    db
      .select({ total: count() })
      .from(borrower)
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
      .where(where),
  ])
  return {
    items: rows.map(({ group, ...row }) => ({ ...row, group: group ?? '' })),
    total: found?.total ?? 0,
    library: inForce().name ?? '',
  }
}

import { eq, inArray, sql } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { copy, lendingNumber } from '#base/db/tables/copy.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { toAppError } from '#base/rpc/errors.server.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'

interface Numbers {
  /** Number of a label or a library card. */
  number?: string | undefined
  schoolNumber?: string | undefined
}

/**
 * Runs a change that gives numbers. Where one is taken, NUMBER_TAKEN says by which book or borrower, as far as the caller may see
 * them.
 */
export async function namingOwner<T>(session: CurrentSession, given: Numbers, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (thrown) {
    const { code, fields } = toAppError(thrown).error
    if (code !== 'NUMBER_TAKEN') throw thrown
    const sentence =
      'schoolNumber' in fields ? await schoolNumberOwner(session, given) : await numberOwner(session, given)
    if (sentence === undefined) throw thrown
    const named = Object.entries(fields).map(([field, problem]) => [field, { ...problem, params: { sentence } }])
    throw createError('NUMBER_TAKEN', { fields: Object.fromEntries(named) })
  }
}

/** Throws NUMBER_TAKEN for the first of some numbers that a copy or a card has, with a sentence that names it and its owner. */
export async function requireFreeNumbers(session: CurrentSession, numbers: readonly string[]): Promise<void> {
  const capitals = numbers.map((number) => number.toUpperCase())
  const taken = await db
    .select({ number: lendingNumber.number })
    .from(lendingNumber)
    .where(inArray(lendingNumber.number, capitals))
  const first = numbers.find((number) => taken.some((one) => one.number === number.toUpperCase()))
  if (first === undefined) return
  const owner = await numberOwner(session, { number: first })
  const sentence =
    owner === undefined
      ? m.lending_series_taken({ number: isolated(first) })
      : m.lending_series_taken_by({ number: isolated(first), owner })
  throw createError('NUMBER_TAKEN', { fields: { number: { key: 'number_taken', params: { sentence } } } })
}

async function schoolNumberOwner(session: CurrentSession, { schoolNumber = '' }: Numbers): Promise<string | undefined> {
  if (!hasAccess(session, 'borrower:read')) return undefined
  const [found] = await db
    .select({ name: borrower.name })
    .from(borrower)
    .where(sql`upper(${borrower.schoolNumber}) = upper(${schoolNumber}) and ${borrower.schoolNumber} <> ''`)
  return found && m.lending_school_number_of(found)
}

async function numberOwner(session: CurrentSession, { number = '' }: Numbers): Promise<string | undefined> {
  const [ofCopy] = hasAccess(session, 'copy:read')
    ? await db
        .select({ title: book.title })
        .from(copy)
        .innerJoin(book, eq(book.id, copy.bookId))
        .where(sql`upper(${copy.number}) = upper(${number})`)
    : []
  if (ofCopy) return m.lending_number_of_copy(ofCopy)
  const [ofBorrower] = hasAccess(session, 'borrower:read')
    ? await db
        .select({ name: borrower.name })
        .from(borrower)
        .where(sql`upper(${borrower.card}) = upper(${number})`)
    : []
  return ofBorrower && m.lending_number_of_borrower(ofBorrower)
}

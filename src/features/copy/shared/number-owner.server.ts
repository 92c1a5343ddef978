import { eq, sql } from 'drizzle-orm'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { db } from '#db/connection/client.server.ts'
import { book } from '#db/tables/book.ts'
import { borrower } from '#db/tables/borrower.ts'
import { copy } from '#db/tables/copy.ts'
import { createError } from '#errors/create-error.server.ts'
import { m } from '#i18n/paraglide/messages.js'
import { toAppError } from '#rpc/errors.server.ts'
import { hasAccess } from '#rpc/procedure.server.ts'

interface Numbers {
  /** Of a label or a library card. */
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

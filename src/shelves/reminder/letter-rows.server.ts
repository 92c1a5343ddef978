import { and, asc, eq, inArray, isNotNull, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { isOpenLoan, isOwedLoan, loan, type Reminder } from '#base/db/tables/loan.ts'
import { user } from '#base/db/tables/user.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import type { Locale } from '#base/i18n/locale.ts'
import { dayAfter } from '#base/lib/day-start.ts'
import { isPlaceholder } from '#base/lib/no-address.ts'
import type { LettersInput } from './reminder.schema.ts'

/** A loan of which a borrower is reminded. */
export interface LetterLoan {
  id: string
  /** The loan, or those of a class set. */
  ids: string[]
  title: string
  author: string
  number: string
  price: string
  dueOn: string
  lentAt: Date
  /** The day on which the copy was said to be lost; null for one that is on loan. */
  lostOn: string | null
  /** How many copies of a class set it stands for; null for a single copy. */
  copies: number | null
  reminders: Reminder[]
}

/** Who is reminded, and of what. */
export interface LetterPerson {
  id: string
  name: string
  group: string | null
  kind: 'class' | 'staff' | 'member' | 'left'
  reminders: 'slip' | 'letter'
  card: string
  schoolNumber: string
  /** Whether another borrower of the class has the same name. */
  hasTwin: boolean
  /** Their own language, or that of the group; null for neither. */
  language: Locale | null
  /** Their address, or that of their account; null for none. */
  email: string | null
  loans: LetterLoan[]
}

/** Whether another borrower of the same class or group has the same name. */
const hasTwin = sql<boolean>`exists (select from borrower as twin where twin.id <> ${borrower.id}
  and twin.group_id is not distinct from ${borrower.groupId} and twin.sort_name = ${borrower.sortName})`

const selectRows = (on: Queryable, where: SQL | undefined) =>
  on
    .select({
      borrowerId: borrower.id,
      name: borrower.name,
      group: borrowerGroup.name,
      kind: borrowerGroup.kind,
      reminderForm: borrowerGroup.reminders,
      card: borrower.card,
      schoolNumber: borrower.schoolNumber,
      hasTwin,
      language: sql<Locale | null>`coalesce(${borrower.language}, ${borrowerGroup.language})`,
      email: borrower.email,
      accountEmail: user.email,
      id: loan.id,
      title: book.title,
      author: book.author,
      number: copy.number,
      price: copy.price,
      dueOn: loan.dueOn,
      lentAt: loan.lentAt,
      lostAt: loan.lostAt,
      setId: loan.setId,
      reminders: loan.reminders,
    })
    .from(loan)
    .innerJoin(borrower, eq(borrower.id, loan.borrowerId))
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
    .leftJoin(user, eq(user.id, borrower.userId))
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .where(where)
    .orderBy(
      sql`${borrowerGroup.name} collate "public"."counted" nulls last`,
      asc(borrower.sortName),
      asc(borrower.id),
      asc(loan.dueOn),
      asc(loan.id),
    )

type Row = Awaited<ReturnType<typeof selectRows>>[number]

/** Loans that are late by so many days at least, and lost copies that are owed: nothing that is back or settled. */
const isReminded = (days: number) => or(and(isOpenLoan, lt(loan.dueOn, dayAfter(libraryDay(), 1 - days))), isOwedLoan)

/** Everybody with a book that is late, or lost and owed, by class and name. */
export async function findLate(on: Queryable, { groupId, days }: Pick<LettersInput, 'groupId' | 'days'>) {
  const ofGroup = groupId === undefined ? undefined : eq(borrower.groupId, groupId)
  return toPeople(await selectRows(on, and(isReminded(days), ofGroup)))
}

/** What borrowers have that is due by a day, late, or lost and owed. */
export async function findDue(on: Queryable, borrowerIds: readonly string[], latest: string) {
  const isDue = and(isOpenLoan, sql`${loan.dueOn} <= ${latest}`)
  return toPeople(await selectRows(on, and(inArray(loan.borrowerId, [...borrowerIds]), or(isDue, isOwedLoan))))
}

/** Loans as a letter of their borrower has them. */
export async function findLoans(on: Queryable, loanIds: readonly string[]): Promise<LetterPerson | undefined> {
  return toPeople(await selectRows(on, inArray(loan.id, [...loanIds])))[0]
}

/** The borrowers with an address who have something that is due by a day, late, or lost and owed, by their ids. */
export async function findMailable(on: Queryable, latest: string): Promise<string[]> {
  const rows = await on
    .select({ id: borrower.id })
    .from(loan)
    .innerJoin(borrower, eq(borrower.id, loan.borrowerId))
    .where(
      and(
        or(and(isOpenLoan, sql`${loan.dueOn} <= ${latest}`), isOwedLoan),
        or(ne(borrower.email, ''), isNotNull(borrower.userId)),
      ),
    )
    .groupBy(borrower.id)
    .orderBy(borrower.id)
  return rows.map(({ id }) => id)
}

/** Rows of one borrower after the other as people; the copies of a class set are one. */
function toPeople(rows: readonly Row[]): LetterPerson[] {
  return [...Map.groupBy(rows, ({ borrowerId }) => borrowerId).values()].flatMap((own) => {
    const [first] = own
    return first ? [{ ...personOf(first), loans: loansOf(own) }] : []
  })
}

function personOf(row: Row): Omit<LetterPerson, 'loans'> {
  const { borrowerId, name, group, kind, reminderForm, card, schoolNumber, hasTwin: twin } = row
  const { language, email, accountEmail } = row
  const address = email === '' ? accountEmail : email
  return {
    id: borrowerId,
    name,
    group,
    kind: kind ?? 'member',
    reminders: reminderForm ?? 'slip',
    card,
    schoolNumber,
    hasTwin: twin,
    language,
    email: address === null || isPlaceholder(address) ? null : address,
  }
}

function loansOf(rows: readonly Row[]): LetterLoan[] {
  const loans: LetterLoan[] = []
  const sets = new Map<string, LetterLoan>()
  for (const { id, title, author, number, price, dueOn, lentAt, lostAt, setId, reminders } of rows) {
    const same = setId !== null && lostAt === null ? sets.get(setId) : undefined
    if (same) {
      same.copies = (same.copies ?? 1) + 1
      same.ids.push(id)
      continue
    }
    const lostOn = lostAt && libraryDay(lostAt)
    const made = { id, ids: [id], title, author, number, price, dueOn, lentAt, lostOn, copies: null, reminders }
    loans.push(made)
    if (setId !== null && lostAt === null) sets.set(setId, made)
  }
  return loans
}

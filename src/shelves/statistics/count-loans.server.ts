import { sql, type SQL } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'

/** Two years that are compared. */
export interface Span {
  /** The moments at which the months of both years begin, 24 of them, and the end of the second year. */
  bounds: readonly string[]
  /** Until which moment the first one is compared. */
  cut: string
}

const FIRST_YEAR = 12

/** Loans of the two years but for class sets, which `l` is. */
const isCounted = ({ bounds }: Span): SQL =>
  sql`l.set_id is null and l.lent_at >= ${bounds[0]}::timestamptz and l.lent_at < ${bounds.at(-1)}::timestamptz`

/** Loans of the second year, and of the part of the first one that is compared. */
const sums = ({ bounds, cut }: Span): SQL => sql`
  (count(*) filter (where l.lent_at >= ${bounds[FIRST_YEAR]}::timestamptz))::int as loans,
  (count(*) filter (where l.lent_at < least(${cut}::timestamptz, ${bounds[FIRST_YEAR]}::timestamptz)))::int as before`

export interface LoanCount {
  /** An id, a code or a place; null for those of none. */
  key: string | null
  loans: number
  before: number
}

/** Loans of a month, by the class or group of the borrower. */
interface MonthCount {
  /** The number of the month, 1 to 24. */
  month: number
  group: string | null
  loans: number
  before: number
  /** All of the month. */
  whole: number
}

/** Loans by month and class. */
export async function countByMonth(span: Span): Promise<MonthCount[]> {
  const { rows } = await db.execute<{
    month: number
    group: string | null
    loans: number
    before: number
    whole: number
  }>(sql`
    select width_bucket(l.lent_at, ${sql.param([...span.bounds])}::timestamptz[]) as month, l.group_id as "group",
      count(*)::int as whole, ${sums(span)}
    from loan as l where ${isCounted(span)} group by 1, 2`)
  return rows
}

/** Loans of each copy: few rows, with which copies and books are joined. */
const byCopy = (span: Span): SQL =>
  sql`select l.copy_id, ${sums(span)} from loan as l where ${isCounted(span)} group by l.copy_id`

/** Loans by genre and language of the books and by place of the copies, as these are now. */
export async function countByBook(span: Span): Promise<Record<'genre' | 'language' | 'place', LoanCount[]>> {
  const { rows } = await db.execute<{
    by: number
    key: string | null
    loans: number
    before: number
  }>(sql`
    with counted as (${byCopy(span)})
    select grouping(genre_id, language, place) as by, coalesce(genre_id::text, language, place) as key,
      sum(loans)::int as loans, sum(before)::int as before
    from (
      select b.genre_id, b.language, nullif(c.location, '') as place, counted.loans, counted.before
      from counted left join copy as c on c.id = counted.copy_id left join book as b on b.id = c.book_id
    ) as one
    group by grouping sets ((genre_id), (language), (place))`)
  // `grouping` has a bit for each column, set for those by which a row is not grouped.
  const of = (bits: number) =>
    rows.filter(({ by }) => by === bits).map(({ key, loans, before }) => ({ key, loans, before }))
  return { genre: of(0b011), language: of(0b101), place: of(0b110) }
}

/** Copies that were lent as part of class sets. */
export async function countSets(span: Span): Promise<{ loans: number; before: number }> {
  const { rows } = await db.execute<{ loans: number; before: number }>(sql`
    select ${sums(span)} from loan as l
    where l.set_id is not null and l.lent_at >= ${span.bounds[0]}::timestamptz and l.lent_at < ${span.bounds.at(-1)}::timestamptz`)
  return rows[0] ?? { loans: 0, before: 0 }
}

/** The books that were lent most in the second year. */
export async function mostLent(span: Span, most: number) {
  const { rows } = await db.execute<{ id: string; title: string; author: string; loans: number; before: number }>(sql`
    with counted as (${byCopy(span)}), of_book as (
      select c.book_id, sum(counted.loans)::int as loans, sum(counted.before)::int as before
      from counted join copy as c on c.id = counted.copy_id group by c.book_id
    )
    select b.id, b.title, b.author, of_book.loans, of_book.before
    from of_book join book as b on b.id = of_book.book_id where of_book.loans > 0
    order by of_book.loans desc, b.sort_title, b.id limit ${most}`)
  return rows
}

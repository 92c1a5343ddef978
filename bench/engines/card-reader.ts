import { createHmac, randomInt } from 'node:crypto'
import type { Client } from 'pg'
import { CARD_ALPHABET, CARD_SYMBOLS } from '#base/auth/sign-in-card/card-code.schema.ts'
import { BENCH_SECRET } from '../people.ts'
import { withClient } from '../seed.ts'

/** A pupil without mail: a user with a sign-in card, who has a book on loan. */
export interface CardReader {
  name: string
  /** Of the sign-in card, as it is printed. */
  code: string
  /** The title of the book that is on loan to the pupil. */
  lent: string
  /** A book whose only copy another borrower has. */
  wanted: { id: string; title: string }
}

const GROUP = 'Engines'

/** What earlier visits have left, and the lending that other measures do without. */
const EMPTY = [
  'delete from hold',
  'delete from loan',
  'delete from copy',
  `delete from borrower where group_id in (select id from borrower_group where name = '${GROUP}')`,
  `delete from borrower_group where name = '${GROUP}'`,
  'update library_setting set lending = false',
]

/** A library that lends, with a copy of each book. */
const FILL = [
  'insert into library_setting (lending) values (true) on conflict (id) do update set lending = true',
  `insert into borrower_group (id, name, loan_days, books_at_a_time, renewals) values (gen_random_uuid(), '${GROUP}', 14, 5, 2)`,
  `insert into copy (id, book_id, number, location)
   select gen_random_uuid(), id, 'E' || row_number() over (order by id), 'A' from book`,
]

const runAll = async (client: Client, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await client.query(statement)
}

/** Ends the lending of the engines' library. */
export const endLending = (dataDir: string): Promise<void> => withClient(dataDir, (client) => runAll(client, EMPTY))

/** Lets a library lend, and gives a new pupil a card, a loan that is due soon, and a book to wait for. */
export const addCardReader = (dataDir: string, run: string): Promise<CardReader> =>
  withClient(dataDir, async (client) => {
    await runAll(client, [...EMPTY, ...FILL])
    const name = 'Juma'
    const symbols = Array.from({ length: CARD_SYMBOLS }, () => CARD_ALPHABET[randomInt(CARD_ALPHABET.length)]).join('')
    const hash = createHmac('sha256', BENCH_SECRET).update(`sign-in card:${symbols}`).digest()
    const { rows } = await client.query<{ id: string }>(
      `insert into "user" (id, name, email, email_verified, onboarded_at)
       values (gen_random_uuid(), $1, $2, false, now()) returning id`,
      [name, `juma-${run}@engines.example`],
    )
    const userId = rows[0]?.id
    await client.query(
      `insert into sign_in_card (id, user_id, hash, expires_at) values (gen_random_uuid(), $1, $2, now() + interval '7 days')`,
      [userId, hash],
    )
    const lend = async (borrower: string, owner: string | null | undefined, words: string) => {
      const { rows: lent } = await client.query<{ id: string; title: string }>(
        `with own as (
           insert into borrower (id, name, group_id, user_id)
           values (gen_random_uuid(), $1, (select id from borrower_group where name = $4), $2) returning id, group_id
         ), taken as (
           select copy.id, book.id as book_id, book.title from copy join book on book.id = copy.book_id
           where book.title ilike $3 and not exists (select from loan where copy_id = copy.id)
           order by book.sort_title, book.id limit 1
         ), lent as (
           insert into loan (id, copy_id, borrower_id, group_id, lent_at, due_on, act_id)
           select gen_random_uuid(), taken.id, own.id, own.group_id, now() - interval '9 days', current_date + 5, gen_random_uuid()
           from taken cross join own
         )
         select book_id as id, title from taken`,
        [borrower, owner, words, GROUP],
      )
      if (!lent[0]) throw new Error(`No book has ${words} in its title`)
      return lent[0]
    }
    const { title: lent } = await lend(name, userId, '%river%')
    const wanted = await lend('Another', null, '%house%')
    return { name, code: symbols.replace(/.{4}(?=.)/g, '$&-'), lent, wanted }
  })

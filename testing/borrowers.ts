import { runSql } from './database.ts'

/**
 * Makes a user a borrower of the sample's first class, with two books on loan, of which one is late, and a place for a
 * book that another borrower has.
 */
export const lendTo = (dataDir: string, email: string): Promise<void> =>
  runSql(
    dataDir,
    `with own as (
       insert into borrower (id, name, group_id, user_id)
       select gen_random_uuid(), name, (select id from borrower_group order by name limit 1), id
       from "user" where email = $1
       returning id, group_id
     ), free as (
       select id, row_number() over (order by md5(id::text || $1)) as position from copy
       where location <> '' and not exists (select from loan where copy_id = copy.id and returned_at is null)
       order by md5(id::text || $1) limit 2
     ), lent as (
       insert into loan (id, copy_id, borrower_id, group_id, lent_at, due_on, act_id)
       select gen_random_uuid(), free.id, own.id, own.group_id, now() - interval '9 days',
         current_date + case position when 1 then 5 else -3 end::integer, gen_random_uuid()
       from free cross join own
     )
     insert into hold (id, book_id, borrower_id, placed_at)
     select gen_random_uuid(), copy.book_id, own.id, now()
     from loan join copy on copy.id = loan.copy_id cross join own
     where loan.returned_at is null and not exists (select from hold where book_id = copy.book_id)
     order by md5(copy.id::text || $1) limit 1`,
    [email],
  )

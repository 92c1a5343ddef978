import { runSql } from '../database.ts'
import { oncePerServer, see, type Area } from './screen.ts'

/** Loans of two years in nine classes, more in some months than in others; none of a summer. */
const addYears = oncePerServer((dataDir) =>
  runSql(
    dataDir,
    `with classes as (
       insert into borrower_group (id, name, kind)
       select gen_random_uuid(), level || 'e ' || section, 'class'
       from generate_series(3, 6) as level, unnest(array['A', 'B']) as section
       on conflict do nothing returning id
     ), pupils as (
       insert into borrower (id, name, group_id)
       select gen_random_uuid(), 'Pupil ' || n, (array(select id from classes))[1 + n % 8]
       from generate_series(1, 120) as n returning id, group_id
     ), readers as (
       select id, group_id, row_number() over (order by id) as at, count(*) over () as many from pupils
     ), copies as (
       select id, row_number() over (order by id) as at, count(*) over () as many from copy where condition = 'ok'
     ), days as (
       select n, now() - n * interval '5 hours' as at from generate_series(1, 3300) as n
     )
     insert into loan (id, copy_id, borrower_id, group_id, lent_at, returned_at, due_on, act_id)
     select gen_random_uuid(), copies.id, readers.id, readers.group_id, days.at - interval '1 hour', days.at, days.at::date, gen_random_uuid()
     from days
     join readers on readers.at = 1 + (days.n * days.n) % readers.many
     join copies on copies.at = 1 + (days.n * (1 + days.n % 3)) % copies.many
     where extract(month from days.at) not in (7, 8) and (days.n < 1600 or days.n % 5 > 0)
       and (extract(month from days.at) not in (12, 6) or days.n % 2 = 0)`,
    [],
  ),
)

/** What was lent in a year, on a server of its own: the loans would be in the pictures of all other pages of lending. */
export const STATISTICS: readonly Area[] = [
  {
    person: 'admin',
    settings: { SEED: 'sample' },
    before: addYears,
    screens: [
      {
        name: 'manager-statistics',
        path: '/manager/statistics',
        axe: 'both',
        act: see('statistics_by_month', 'heading'),
      },
      {
        name: 'manager-statistics-tables',
        path: '/manager/statistics?view=tables',
        axe: 'both',
        act: see('statistics_by_month', 'heading'),
      },
      {
        name: 'manager-statistics-none',
        path: '/manager/statistics?year=1990',
        act: see('statistics_none', 'heading'),
      },
      { name: 'manager-statistics-dashboard', path: '/manager/dashboard' },
    ],
  },
]

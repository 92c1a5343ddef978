import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { moveClock } from '#base/lib/clock.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'

useDatabase()
afterEach(() => moveClock(0))

const linesOf = async (response: Response) => (await response.text()).trim().split('\r\n').slice(1)

test('The activity is exported as the filter finds it, in the language of the request, and no cell is a formula', async () => {
  const manager = await as('manager')
  await db.delete(activity)
  const { id } = await aBook({ title: '=1+1', publisher: '' })
  await withActor({ userId: manager.user.id }, (tx) =>
    tx.update(book).set({ publisher: 'Mkuki, na Nyota' }).where(eq(book.id, id)),
  )
  await aBook({ title: 'Another' })
  manager.cookies.set('tz', 'Africa/Nairobi')
  // In Nairobi the next day has begun.
  await db.update(activity).set({ at: new Date('2025-12-31T22:30:00Z') })
  moveClock(new Date('2025-12-31T22:45:00Z').getTime() - Date.now())
  const response = await manager.request('/api/v1/activity/export?change=update', {
    headers: { 'accept-language': 'fr' },
  })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toContain('filename="maktaba-activity-2026-01-01.csv"')
  const [heading, line, ...others] = (await response.text()).trim().split('\r\n')
  expect(others).toEqual([])
  expect(heading).toContain('Date et heure (Africa/Nairobi)')
  expect(line).toMatch(/,2026-01-01 01:30:00,/)
  expect(line).toContain(`a modifié =1+1 (éditeur),,livre,'=1+1`)
  expect(line).toContain('"Éditeur\u00a0: rien → Mkuki, na Nyota"')
  expect(await linesOf(await manager.request('/api/v1/activity/export'))).toHaveLength(3)
})

test('It is whole beyond a page', async () => {
  const manager = await as('manager')
  await db.delete(activity)
  await db.execute(sql`
    insert into activity (actor_kind, action, subject_kind, subject_id, subject_name)
    select 'operator', 'book.create', 'book', gen_random_uuid(), 'Book ' || n from generate_series(1, 2500) n`)
  const lines = await linesOf(await manager.request('/api/v1/activity/export'))
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(2500)
  expect(lines[0]).toContain('Book 2500')
})

test('A user and a borrower of whom nothing is kept are told apart', async () => {
  const manager = await as('manager')
  await db.delete(activity)
  await db.execute(sql`
    insert into activity (actor_kind, action, subject_kind, subject_id)
    select 'operator', kind || action, kind, gen_random_uuid()
    from unnest(array['user', 'borrower']) as kind cross join unnest(array['.update', '.delete-for-good']) as action
    order by kind desc, action desc`)
  const told = async (language: string) =>
    (await linesOf(await manager.request('/api/v1/activity/export', { headers: { 'accept-language': language } }))).map(
      (line) => line.split(',')[4],
    )
  expect(await told('fr')).toEqual([
    'L’opérateur a effacé un ancien emprunteur',
    'L’opérateur a modifié un ancien emprunteur',
    'L’opérateur a supprimé un compte définitivement',
    'L’opérateur a modifié un ancien utilisateur',
  ])
  expect((await told('sw'))[0]).toContain('mwazimaji wa zamani')
})

test('It is for managers, and refuses bad filters', async () => {
  expect((await (await as('reader')).request('/api/v1/activity/export')).status).toBe(403)
  expect((await (await as('stranger')).request('/api/v1/activity/export')).status).toBe(401)
  for (const query of ['from=2026-02-30', 'kind=session', 'actor=me', 'format=pdf'])
    expect((await (await as('manager')).request(`/api/v1/activity/export?${query}`)).status).toBe(400)
})

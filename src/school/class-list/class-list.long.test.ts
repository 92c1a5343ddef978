import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { borrowerImportRow } from '#base/db/tables/borrower-import.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { upload } from '#base/db/tables/upload.ts'
import { withActor } from '#base/db/actor.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { importRouter } from '#exchange/import/import.router.server.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { eraseBorrower, restoreBorrowers } from '#lending/borrower/shared/borrower-trash.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aCopy, aGroup, useLending } from '#test/lending.ts'
import { classListRouter } from './class-list.router.server.ts'
import { allTables, classListOf } from '#test/class-lists.ts'

// Class lists from the file to the undo, by the procedures of the page.

useDatabase()
useLending()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  for (const table of [loan, borrower, deletedBorrower, borrowerGroup, bookImport, activity, upload])
    await db.delete(table)
})

const { send, choose, start, imported, undo } = classListOf(() => manager)

const people = async () =>
  db
    .select({
      name: borrower.name,
      number: borrower.schoolNumber,
      className: sql<string>`(select name from borrower_group where id = ${borrower.groupId})`,
    })
    .from(borrower)
    .orderBy(asc(borrower.sortName), asc(borrower.schoolNumber))

const MARC = '<record><datafield tag="245"><subfield code="a">One</subfield></datafield></record>'
const LIST = 'Nom;Prénom;Classe;Né(e) le;Matricule\n'

test('New people and classes come in as the preview has said, and the same file changes nothing', async () => {
  await aGroup({ name: '6e C', loanDays: 21, booksAtATime: 3 })
  const file = `${LIST}NDIAYE;Fatou;6e A;12/03/2014;1\nSow;Aliou;6e C;;2\n;;;;\nTotal;;2;;\n`
  const id = await send(file)
  expect(await manager.call(classListRouter.get, { id })).toMatchObject({
    counts: { new: 2, same: 0, changed: 0, moved: 0, absent: 0, twice: 0, refused: 1 },
    births: ['Né(e) le'],
    notKept: [],
    rulesOf: '6e C',
    isDoubtful: false,
  })
  const { items } = await manager.call(classListRouter.rows, { id })
  expect(items).toMatchObject([
    { row: 2, result: 'new', person: { name: 'Fatou Ndiaye', className: '6e A', schoolNumber: '1' }, isNewClass: true },
    { row: 3, result: 'new', isNewClass: false },
    { result: 'refused', reason: 'sum' },
  ])
  expect(await db.$count(borrower)).toBe(0)
  await start(id)
  expect(await manager.call(importRouter.get, { id })).toMatchObject({
    state: 'done',
    rows: 3,
    created: 2,
    updated: 0,
    unchanged: 0,
    refused: 1,
  })
  expect(await people()).toEqual([
    { name: 'Aliou Sow', number: '2', className: '6e C' },
    { name: 'Fatou Ndiaye', number: '1', className: '6e A' },
  ])
  expect((await db.select().from(borrowerGroup)).map(({ loanDays }) => loanDays)).toEqual([21, 21])
  // No column of the tables has a day of birth.
  const { rows } = await db.execute(sql`select to_jsonb(b)::text as doc from borrower as b`)
  expect(JSON.stringify(rows)).not.toContain('2014')
  const again = await send(file)
  expect((await manager.call(classListRouter.get, { id: again })).counts).toMatchObject({ new: 0, same: 2, changed: 0 })
  const refused = await manager.request(`/api/v1/imports/${id}/refused`)
  expect(await refused.text()).toContain('Total,,2,,,"A sum, not a person"')
  const lines = await manager.call(activityRouter.lines, {})
  expect(lines.items).toMatchObject([
    { action: 'borrower.import', subject: { name: 'eleves.csv', isThere: true }, undo: null },
  ])
})

test('The file of one class touches one class', async () => {
  await imported(`${LIST}A;Awa;6e A;;1\nB;Ben;6e A;;2\nC;Cam;5e B;;3\nD;Dia;5e B;;4\n`)
  const before = await db
    .select()
    .from(borrower)
    .where(sql`${borrower.schoolNumber} in ('3', '4')`)
  const id = await send(`${LIST}A;Awa;6e A;;1\nE;Eva;6e A;;5\n`)
  expect((await manager.call(classListRouter.get, { id })).counts).toMatchObject({ new: 1, same: 1, absent: 1 })
  const { items } = await manager.call(classListRouter.rows, { id, result: 'absent' })
  expect(items).toMatchObject([{ person: { name: 'Ben B', className: '6e A' }, result: 'absent' }])
  await start(id)
  expect(
    await db
      .select()
      .from(borrower)
      .where(sql`${borrower.schoolNumber} in ('3', '4')`),
  ).toEqual(before)
  // Who is absent stays.
  expect(await db.$count(borrower)).toBe(5)
})

test('What was chosen for a row holds: left out, another person, the borrower that it is', async () => {
  await imported(`${LIST}Ndiaye;Awa;6e A;;1\nSow;Aliou;6e A;;2\nBa;Astou;5e A;;\n`)
  const id = await send(`${LIST}Ndiaye;Awa;6e B;;1\nBa;Astou;6e A;;\nBa;Astou;6e B;;9\nFall;Omar;6e A;;7\n`)
  const staged = await manager.call(classListRouter.rows, { id })
  expect(staged.items.map(({ result }) => result)).toEqual(['moved', 'twice', 'twice', 'new'])
  const [, astou] = staged.items
  await choose(id, { rows: { 0: 'leave', 1: astou?.candidates[0]?.id ?? '', 2: 'new', 3: 'leave' } })
  await start(id)
  expect(await people()).toEqual([
    { name: 'Aliou Sow', number: '2', className: '6e A' },
    { name: 'Astou Ba', number: '', className: '6e A' },
    { name: 'Astou Ba', number: '9', className: '6e B' },
    { name: 'Awa Ndiaye', number: '1', className: '6e A' },
  ])
  expect(await manager.call(importRouter.get, { id })).toMatchObject({
    created: 1,
    updated: 1,
    unchanged: 0,
    refused: 2,
  })
})

test('A list that leaves most absent is not started before it is confirmed; nor is another preview than was seen', async () => {
  const pupils = Array.from({ length: 8 }, (_, at) => `P${at};Pupil;6e A;;${at + 1}`).join('\n')
  await imported(LIST + pupils)
  const id = await send(`${LIST}Other;Year;6e A;;99\n`)
  const { mark, isDoubtful } = await manager.call(classListRouter.get, { id })
  expect(isDoubtful).toBe(true)
  await expect(manager.call(importRouter.move, { id, to: 'start', seen: mark })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { isConfirmed: { key: 'class_list_unconfirmed' } },
  })
  await choose(id, { isConfirmed: true })
  await expect(manager.call(importRouter.move, { id, to: 'start', seen: mark })).rejects.toMatchObject({
    code: 'IMPORT_STATE',
  })
  await start(id)
  expect(await db.$count(borrower)).toBe(9)
})

test('What the preview could not know is refused: a number given since, a borrower who is gone, a class deleted', async () => {
  await imported(`${LIST}Ndiaye;Awa;6e A;;1\nSow;Aliou;6e A;;2\n`)
  await aGroup({ name: '6e B' })
  const id = await send(`${LIST}Ndiaye;Awa;6e B;;1\nSow;Ali;6e A;;2\nBa;Astou;6e B;;3\nFall;Omar;6e A;;4\n`)
  await db.insert(borrower).values({ name: 'Someone', schoolNumber: '4' })
  await db.delete(borrower).where(eq(borrower.schoolNumber, '2'))
  await db.delete(borrowerGroup).where(eq(borrowerGroup.name, '6e B'))
  await start(id)
  const { items } = await manager.call(classListRouter.rows, { id })
  expect(items.map(({ result, reason }) => [result, reason])).toEqual([
    ['moved', null],
    ['refused', 'gone'],
    ['new', null],
    ['refused', 'taken'],
  ])
  expect(await manager.call(importRouter.get, { id })).toMatchObject({ created: 1, updated: 1, refused: 2 })
})

const school = (year: number, count = 1500) =>
  LIST +
  Array.from({ length: count }, (_, at) => {
    const grade = 6 - (at % 4) + (year === 0 ? 0 : -1)
    return `Family${at % 700};First${at};${grade}e ${'ABCDEFGH'[at % 8] ?? ''};01/01/2014;${20_000 + at}`
  }).join('\n')

test('1,500 pupils: previewed and applied in 10 s each, the same file changes nothing, the undo is exact', async () => {
  let at = now().getTime()
  const lap = () => {
    const [before, after] = [at, now().getTime()]
    at = after
    return after - before
  }
  const first = await send(school(0))
  const previewed = lap()
  await start(first)
  const applied = lap()
  expect(await db.$count(borrower)).toBe(1500)
  const same = await send(school(0))
  expect((await manager.call(classListRouter.get, { id: same })).counts).toMatchObject({
    same: 1500,
    absent: 0,
    new: 0,
  })
  const before = await allTables()
  lap()
  const next = await send(school(1).replace(/\n.*;20001$/m, '') + '\nNew;One;5e A;;1\nNew;Two;9e Z;;2')
  const nextPreviewed = lap()
  await choose(next, { isConfirmed: true })
  lap()
  await start(next)
  const moved = lap()
  expect(await manager.call(importRouter.get, { id: next })).toMatchObject({ updated: 1499, created: 2, refused: 0 })
  expect(await allTables()).not.toEqual(before)
  lap()
  expect(await undo(next)).toEqual({ deleted: 2, restored: 1499, kept: 0 })
  const undone = lap()
  expect(await allTables()).toEqual(before)
  expect(await db.$count(deletedBorrower)).toBe(2)
  expect(await undo(first)).toEqual({ deleted: 1500, restored: 0, kept: 0 })
  const allUndone = lap()
  expect(await db.$count(borrower)).toBe(0)
  expect(await db.$count(borrowerGroup)).toBe(0)
  console.info({ previewed, applied, nextPreviewed, moved, undone, allUndone })
  for (const time of [previewed, applied, nextPreviewed, moved, undone, allUndone]) expect(time).toBeLessThan(10_000)
})

test('An undo keeps who was changed since or has a book, and says so; what it moved to the trash can be restored', async () => {
  const id = await imported(`${LIST}Ndiaye;Awa;6e A;;1\nSow;Aliou;6e A;;2\nBa;Astou;6e A;;3\n`)
  const [awa, aliou] = await Promise.all(
    ['1', '2'].map(async (number) => (await db.select().from(borrower).where(eq(borrower.schoolNumber, number)))[0]),
  )
  await db
    .update(borrower)
    .set({ note: 'Sister of Omar' })
    .where(eq(borrower.id, awa?.id ?? ''))
  const copy = await aCopy()
  await db
    .insert(loan)
    .values({ copyId: copy.id, borrowerId: aliou?.id ?? '', lentAt: now(), actId: newId(), dueOn: '2027-01-01' })
  const [astou] = await db.select().from(borrower).where(eq(borrower.schoolNumber, '3'))
  await db.insert(hold).values({ bookId: copy.bookId, borrowerId: astou?.id ?? '', placedAt: now() })
  const waiting = await db.select().from(hold)
  const other = { bookId: (await aCopy()).bookId, borrowerId: aliou?.id ?? '', placedAt: now() }
  await db.insert(hold).values(other)
  expect(await undo(id)).toEqual({ deleted: 1, restored: 0, kept: 2 })
  // Who stays goes on waiting for a book.
  expect(await db.select().from(hold)).toMatchObject([other])
  await db.delete(hold)
  const { items: lines } = await manager.call(activityRouter.lines, {})
  expect(lines.map(({ action }) => action)).toContain('borrower.undo-import')
  expect((await people()).map(({ name }) => name)).toEqual(['Aliou Sow', 'Awa Ndiaye'])
  const { items } = await manager.call(classListRouter.rows, { id, result: 'kept' })
  expect(items.map(({ kept }) => kept)).toEqual(['changed', 'loans'])
  // The class that the list made stays with them.
  expect(await db.$count(borrowerGroup)).toBe(1)
  const [trashed] = await db.select().from(deletedBorrower)
  await withActor('none', (tx) => restoreBorrowers(tx, [trashed?.id ?? '']))
  expect(await db.$count(borrower)).toBe(3)
  // With what they waited for.
  expect(await db.select().from(hold)).toMatchObject(
    waiting.map(({ borrowerId, bookId, placedAt }) => ({ borrowerId, bookId, placedAt })),
  )
})

test('An undone list can be imported again from its file', async () => {
  const id = await imported(`${LIST}Ndiaye;Awa;6e A;;1\n`)
  await undo(id)
  const { id: again } = await manager.call(importRouter.again, { id })
  expect((await manager.call(classListRouter.get, { id: again })).counts).toMatchObject({ new: 1 })
  await start(again)
  expect(await people()).toEqual([{ name: 'Awa Ndiaye', number: '1', className: '6e A' }])
})

test('Who is erased is forgotten by the lists and their files', async () => {
  const id = await imported(`${LIST}Ndiaye;Awa;6e A;;1\nNdiaye;Awa;6e A;;1\nSow;Aliou;6e A;;2\n`)
  const [awa] = await db.select().from(borrower).where(eq(borrower.schoolNumber, '1'))
  expect(await db.$count(upload)).toBe(1)
  await withActor('none', (tx) => eraseBorrower(tx, awa?.id ?? ''))
  expect(await db.$count(upload)).toBe(0)
  const stored = JSON.stringify(await db.select().from(borrowerImportRow).where(eq(borrowerImportRow.importId, id)))
  expect(stored).not.toContain('Awa')
  expect(stored).toContain('Aliou')
})

test('Without lending, and for who may not change borrowers, a list of people is no class list', async () => {
  const reader = await as('reader')
  const answer = await reader.request('/api/v1/imports?dryRun=true&about=borrower', { method: 'POST', body: LIST })
  expect(answer.status).toBe(403)
  const unknown = await manager.request('/api/v1/imports?about=teapot', { method: 'POST', body: LIST })
  expect(unknown.status).toBe(400)
  expect((await unknown.json()).data.fields).toHaveProperty('about')
  // A list of books that says who has them is one of books.
  const books = await manager.request('/api/v1/imports?dryRun=true&about=any', {
    method: 'POST',
    body: 'Titre;Auteur;Nom;Classe\nUne si longue lettre;Bâ;Awa;6e A',
  })
  expect(await books.json()).toMatchObject({ about: 'book', rows: 1 })
  // Nor is a list of books taken for borrowers where these are asked for, whatever its format.
  for (const body of ['Titre;Auteur\nUne si longue lettre;Bâ', '{"title":"Une si longue lettre"}', MARC]) {
    const refused = await manager.request('/api/v1/imports?dryRun=true&about=borrower', { method: 'POST', body })
    expect(await refused.json()).toMatchObject({ code: 'VALIDATION_ERROR', data: { fields: { about: 'about_books' } } })
  }
  const mine = await manager.request('/api/v1/imports?dryRun=true&about=borrower', {
    method: 'POST',
    body: 'Title;First name;Surname;Class\nMs;Awa;Ba;6e A',
  })
  expect(await mine.json()).toMatchObject({ about: 'borrower', rows: 1 })
})

test('The class is that of the sheet or the file where no column says it, and can be chosen', async () => {
  await aGroup({ name: '6ème A' })
  const id = await send('Nom;Prénom;Matricule\nNdiaye;Awa;1\n', '6e A.csv')
  const { items } = await manager.call(classListRouter.rows, { id })
  expect(items).toMatchObject([{ person: { className: '6ème A' }, isNewClass: false }])
  await choose(id, { className: '4e D' })
  expect((await manager.call(classListRouter.rows, { id })).items).toMatchObject([
    { person: { className: '4e D' }, isNewClass: true },
  ])
})

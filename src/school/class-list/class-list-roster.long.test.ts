import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { borrowerImportRow } from '#base/db/tables/borrower-import.ts'
import { zipOf } from '#base/formats/xlsx/xlsx.test-kit.ts'
import { importRouter } from '#exchange/import/import.router.server.ts'
import { classListRouter } from './class-list.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aGroup, useLending } from '#test/lending.ts'
import { allTables, classListOf } from '#test/class-lists.ts'

// ZIP files of a school's system, from the file to the undo.

useDatabase()
useLending()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  for (const table of [borrower, borrowerGroup, bookImport]) await db.delete(table)
})

const { get, send, start, imported, undo, rows } = classListOf(() => manager)

const USERS =
  'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password'
const ROLES =
  'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId'
const CLASSES =
  'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds'
const ENROLLMENTS =
  'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate'

interface Pupil {
  id: string
  given: string
  family: string
  className: string
  status?: string
  role?: string
}

/** A OneRoster 1.2 ZIP file of a school, with a lesson beside the homeroom of each. */
function oneRoster(people: readonly Pupil[], more: Record<string, string> = {}): Promise<Buffer> {
  const classes = [...new Set(people.map(({ className }) => className).filter(Boolean))]
  const lines = (header: string, all: string[]) => `${[header, ...all].join('\r\n')}\r\n`
  return zipOf({
    'manifest.csv': 'propertyName,value\r\nmanifest.version,1.0\r\noneroster.version,1.2\r\nfile.users,bulk\r\n',
    'orgs.csv': 'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId\r\no1,,,School,school,,\r\n',
    'users.csv': lines(
      USERS,
      people.map(
        ({ id, given, family, status = 'active' }) =>
          `u${id},${status},2026-09-01T00:00:00.000Z,true,user${id},,${given},${family},,${id},,,0612345678,,06,Secret-${id}`,
      ),
    ),
    'roles.csv': lines(
      ROLES,
      people.map(({ id, role = 'student' }) => `r${id},active,,u${id},primary,${role},,,o1,`),
    ),
    'classes.csv': lines(CLASSES, [
      'm,active,,Maths,06,,,scheduled,,o1,t1',
      ...classes.map((name, at) => `k${at},active,,${name},06,,,homeroom,,o1,t1`),
    ]),
    'enrollments.csv': lines(
      ENROLLMENTS,
      people.flatMap(({ id, className, role = 'student' }) =>
        className === ''
          ? []
          : [
              `m${id},active,,m,o1,u${id},${role},,,`,
              `e${id},active,,k${classes.indexOf(className)},o1,u${id},${role},,,`,
            ],
      ),
    ),
    ...more,
  })
}

const SCHOOL: Pupil[] = [
  { id: '1', given: 'Fatou', family: 'NDIAYE', className: '6A' },
  { id: '2', given: 'Aliou', family: 'Sow', className: '6A' },
  { id: '3', given: 'Astou', family: 'Ba', className: '6B' },
  { id: '4', given: 'Omar', family: 'Fall', className: '', role: 'teacher' },
  { id: '5', given: 'Parent', family: 'Fall', className: '', role: 'guardian' },
]

test('A OneRoster ZIP file comes in with classes and staff; again it changes nothing; deleted ones are absent; the undo is exact', async () => {
  const empty = await allTables()
  const first = await imported(await oneRoster(SCHOOL), 'roster.zip')
  expect(await rows(first)).toMatchObject([
    { row: 2, result: 'new', person: { name: 'Fatou Ndiaye', className: '6A', schoolNumber: '1' } },
    { row: 3, person: { className: '6A' } },
    { row: 4, person: { className: '6B' } },
    { row: 5, person: { name: 'Omar Fall', className: 'Staff' } },
  ])
  expect((await db.select().from(borrowerGroup)).map(({ name, kind }) => `${name} ${kind}`).toSorted()).toEqual([
    '6A class',
    '6B class',
    'Staff staff',
  ])
  expect((await get(first)).roster).toEqual({ families: 1, ended: 0, several: 3, withoutClass: 0 })
  const same = await send(await oneRoster(SCHOOL), 'again.zip')
  expect((await get(same)).counts).toMatchObject({ same: 4, new: 0, changed: 0, moved: 0, absent: 0 })
  const before = await allTables()
  const left = SCHOOL.map((one) =>
    one.id === '2' ? { ...one, status: 'tobedeleted' } : one.id === '3' ? { ...one, className: '6A' } : one,
  )
  const next = await send(await oneRoster(left), 'next.zip')
  expect((await get(next)).counts).toMatchObject({ same: 2, moved: 1, absent: 1, new: 0 })
  await start(next)
  expect(await db.$count(borrower)).toBe(4)
  expect(await undo(next)).toEqual({ deleted: 0, restored: 1, kept: 0 })
  expect(await allTables()).toEqual(before)
  await undo(first)
  expect(await allTables()).toEqual(empty)
})

test('What is in a roster beside names, numbers, address, grade and class reaches no table of the library', async () => {
  const id = await send(
    await oneRoster([...SCHOOL, { id: '1', given: 'Twice', family: 'Twice', className: '6A' }]),
    'r.zip',
  )
  const { header, examples } = await manager.call(importRouter.get, { id })
  const stored = JSON.stringify([header, examples, await db.select().from(borrowerImportRow), await rows(id)])
  expect(stored).toContain('Twice')
  await start(id)
  const refused = await (await manager.request(`/api/v1/imports/${id}/refused`)).text()
  expect(refused).toContain('Twice')
  expect(stored + refused).not.toMatch(/Secret|0612345678|password/)
})

test('School Data Sync, 2.1 and 1, come in as well, also from a folder in the ZIP file', async () => {
  const second = await zipOf({
    '__MACOSX/sds/._users.csv': 'nothing',
    'sds/users.csv':
      'sourcedId,username,givenName,familyName,email\n14001,awa@x.org,Awa,Ba,awa@x.org\n14002,omar@x.org,Omar,Fall,',
    'sds/orgs.csv': 'sourcedId,name,type\n1,School,school',
    'sds/roles.csv': 'userSourcedId,orgSourcedId,role,grade\n14001,1,student,06\n14002,1,teacher,',
    'sds/classes.csv': 'sourcedId,orgSourcedId,title\n9,1,6ème A',
    'sds/enrollments.csv': 'classSourcedId,userSourcedId,role\n9,14001,student\n9,14002,teacher',
  })
  await aGroup({ name: '6A' })
  const id = await imported(second, 'sds.zip')
  expect(await rows(id)).toMatchObject([
    { person: { name: 'Awa Ba', className: '6A', schoolNumber: '14001', email: 'awa@x.org' }, isNewClass: false },
    { person: { name: 'Omar Fall', className: 'Staff' } },
  ])
  const first = await zipOf({
    'School.csv': 'SIS ID,Name\n1,School',
    'Student.csv':
      'SIS ID,School SIS ID,Username,First Name,Last Name,Grade\n14001,1,awa,Awa,Ba,6\n14003,1,eva,Eva,Sy,6',
    'Teacher.csv': 'SIS ID,School SIS ID,Username,First Name,Last Name\n14002,1,omar,Omar,Fall',
    'Section.csv': 'SIS ID,School SIS ID,Section Name\n9,1,6A',
    'StudentEnrollment.csv': 'Section SIS ID,SIS ID\n9,14001\n9,14003',
    'TeacherRoster.csv': 'Section SIS ID,SIS ID\n9,14002',
  })
  const other = await send(first, 'sds1.zip')
  expect((await get(other)).counts).toMatchObject({ same: 2, new: 1, absent: 0 })
})

test('Which number and which class are taken is chosen, and an undone roster comes in again from its file', async () => {
  const id = await send(await oneRoster(SCHOOL), 'roster.zip')
  const { header, columns } = await manager.call(importRouter.get, { id })
  const at = (name: string) => header.indexOf(name)
  expect(columns).toMatchObject({ schoolNumber: at('identifier'), class: at('class') })
  const chosen = { ...columns, schoolNumber: at('username'), class: at('grade') }
  await manager.call(classListRouter.change, { id, columns: chosen })
  expect((await rows(id))[0]).toMatchObject({ person: { className: '6', schoolNumber: 'user1' } })
  await start(id)
  await undo(id)
  const { id: again } = await manager.call(importRouter.again, { id })
  expect((await get(again)).counts).toMatchObject({ new: 4 })
  await start(again)
  expect(await db.$count(borrower)).toBe(4)
})

const refusalOf = async (body: Buffer, about?: string, language = 'en') => {
  const answer = await manager.request(`/api/v1/imports?dryRun=true${about ? `&about=${about}` : ''}`, {
    method: 'POST',
    headers: { 'accept-language': language, 'x-filename': 'file.zip' },
    body: new Blob([new Uint8Array(body)]),
  })
  const { code, message } = await answer.json()
  return { status: answer.status, code, message }
}

test('A ZIP file that is no roster says what it is, and what is missing, in each language', async () => {
  const noUsers = await zipOf({ 'classes.csv': CLASSES, 'orgs.csv': 'sourcedId,name' })
  for (const about of ['any', 'borrower'])
    for (const [language, word] of [
      ['en', 'users.csv'],
      ['fr', 'il manque users.csv'],
      ['ar', 'ينقصه'],
      ['sw', 'haipo'],
    ] as const) {
      const said = await refusalOf(noUsers, about, language)
      expect(said).toMatchObject({ status: 400, code: 'FILE_REFUSED' })
      expect(said.message).toContain(word)
      expect(said.message).toContain('classes.csv')
    }
  const says = async (parts: Record<string, string>) => (await refusalOf(await zipOf(parts), 'borrower')).message
  expect(await says({ 'out/books.csv': 'Title,Author\nOne,Two' })).toContain('other lists, not of people: ⁨books.csv⁩')
  expect(await says({ 'eleves.csv': 'Nom;Prénom;Classe\nBa;Awa;6A' })).toContain('a list of people: ⁨eleves.csv⁩')
  expect(await says({ 'photo.jpg': 'x', 'notes.bin': 'y' })).toContain(
    'without a class list. In it: ⁨photo.jpg⁩, ⁨notes.bin⁩',
  )
  const changes = await oneRoster(SCHOOL, { 'manifest.csv': 'propertyName,value\nfile.users,delta\n' })
  expect((await refusalOf(changes, 'any')).message).toContain('bulk')
  expect(await db.$count(bookImport)).toBe(0)
})

test('A ZIP file that would fill the memory, or is damaged, is refused', async () => {
  const bomb = await zipOf({ 'users.csv': `sourcedId,givenName\n${'a'.repeat(60_000_000)}` })
  expect(bomb.length).toBeLessThan(100_000)
  expect(await refusalOf(bomb, 'any')).toMatchObject({ status: 400, code: 'FILE_REFUSED' })
  const whole = await oneRoster(SCHOOL)
  expect(await refusalOf(whole.subarray(0, whole.length / 2), 'borrower')).toMatchObject({ code: 'FILE_REFUSED' })
  const cut = Buffer.from(whole)
  cut.fill(0, 60, 160)
  expect(await refusalOf(cut, 'borrower')).toMatchObject({ code: 'FILE_REFUSED' })
  // A path out of the file names nothing on the disk.
  const outside = Buffer.from(
    (await zipOf({ 'xx/xx/users.csv': 'sourcedId,givenName,familyName\n1,Awa,Ba' }))
      .toString('latin1')
      .replaceAll('xx/xx/', '../../'),
    'latin1',
  )
  expect(await refusalOf(outside, 'borrower')).toMatchObject({ code: 'FILE_REFUSED' })
  expect(await db.$count(bookImport)).toBe(0)
})

test('1,500 pupils of a OneRoster ZIP file with eight lessons each are previewed in 10 s', async () => {
  const people = Array.from({ length: 1500 }, (_, at) => ({
    id: String(1000 + at),
    given: `First${at}`,
    family: `Family${at % 700}`,
    className: `${6 - (at % 4)}${'ABCDEFGH'[at % 8] ?? ''}`,
  }))
  const lessons = people.flatMap(({ id }) =>
    Array.from({ length: 8 }, (_, lesson) => `x${id}-${lesson},active,,m,o1,u${id},student,,,`),
  )
  const enrolled = `${ENROLLMENTS}\n${people.map(({ id }) => `e${id},active,,k0,o1,u${id},student,,,`).join('\n')}\n${lessons.join('\n')}`
  const file = await oneRoster(people, { 'enrollments.csv': enrolled })
  const from = performance.now()
  const id = await send(file, 'school.zip')
  const took = performance.now() - from
  console.info({ previewed: Math.round(took) })
  expect((await get(id)).counts).toMatchObject({ new: 1500 })
  expect(took).toBeLessThan(10_000)
  expect(await db.$count(borrowerImportRow, eq(borrowerImportRow.importId, id))).toBe(1500)
})

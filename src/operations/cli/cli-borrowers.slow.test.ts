import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { zipOf } from '#base/formats/xlsx/xlsx.test-kit.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import '#slices.server.ts'
import { answerOf, LONG, refused, useCli } from './cli.test-kit.ts'

const { aFile, maktaba, start } = useCli()

test(
  'a class list comes from a file, where the library lends; one that leaves most absent is to be confirmed',
  LONG,
  async () => {
    const lines = Array.from({ length: 6 }, (_, at) => `NDIAYE;Awa ${'abcdef'[at] ?? ''};6e A;${at + 1}`)
    const heading = 'Nom;Prénom;Classe;Matricule'
    const file = await aFile('eleves.csv', [heading, ...lines, 'Total;;;6'].join('\n'))
    expect(await maktaba('import', file, '--borrowers')).toEqual(
      refused('This library does not lend: /manager/settings'),
    )
    await storeLibrarySettings({ lending: true })
    const dry = await maktaba('import', file, '--borrowers', '--dry-run')
    expect(dry.stdout).toContain('row 8: refused: Total. A sum, not a person\n')
    expect(dry.stdout).toContain('Would be: 6 new, 1 refused\n')
    expect(await db.$count(borrower)).toBe(0)
    expect((await maktaba('import', file, '--borrowers')).stdout).toContain('\n6 new, 1 refused\n')
    expect((await maktaba('import', file, '--borrowers', '--quiet')).stdout).toBe('6 same, 1 refused\n')
    const other = await aFile('other.csv', `${heading}\nBA;Astou;6e A;99\n`)
    expect(await maktaba('import', other, '--borrowers')).toMatchObject({ code: 1 })
    expect(await db.$count(borrower)).toBe(6)
    expect((await maktaba('import', other, '--borrowers', '--confirmed', '--quiet')).stdout).toBe('1 new, 6 absent\n')
    expect(await db.$count(borrower)).toBe(7)
    const roster = await zipOf({
      'users.csv': 'sourcedId,status,givenName,familyName,identifier\nu1,,Awa,BA,99\nu2,tobedeleted,Eva,Sy,100\n',
      'roles.csv': 'userSourcedId,roleType,role\nu1,primary,student\nu2,primary,student\n',
    })
    expect((await maktaba('import', await aFile('roster.zip', roster), '--borrowers')).stdout).toContain('1 changed\n')
    const noPeople = await aFile('classes.zip', await zipOf({ 'classes.csv': 'sourcedId,title' }))
    expect((await maktaba('import', noPeople, '--borrowers')).stderr).toContain('users.csv')
    const titles = await aFile('titles.csv', 'Titre;Auteur\nOne;Two\n')
    expect((await maktaba('import', titles, '--borrowers')).stderr).toContain('looks like a list of books')
    const books = await aFile('books.csv', 'Prix\n3\n')
    expect(await maktaba('import', books, '--borrowers')).toEqual(
      refused('books.csv: no column is known to give the names: found Prix'),
    )
  },
)

test('a class list that is cut short by kill -9 is whole once it is resumed, nobody twice', LONG, async () => {
  await storeLibrarySettings({ lending: true })
  for (const table of [borrower, bookImport]) await db.delete(table)
  const ROWS = 12_000
  const lines = Array.from({ length: ROWS }, (_, at) => `Family${at % 7000};First${at};${at % 40};${50_000 + at}`)
  const child = start([
    'import',
    await aFile('school.csv', `Nom;Prénom;Classe;Matricule\n${lines.join('\n')}`),
    '--borrowers',
  ])
  const ended = answerOf(child)
  const processed = async () =>
    (await db.select({ id: bookImport.id, processed: bookImport.processed }).from(bookImport))[0]
  // In the middle of the rows: some chunks are written.
  while (child.exitCode === null && ((await processed())?.processed ?? 0) < 2000) await sleep(20)
  child.kill('SIGKILL')
  await ended
  const left = await processed()
  expect(left?.processed).toBeLessThan(ROWS)
  expect(await db.$count(borrower)).toBe(left?.processed)
  expect(await runImport(left?.id ?? '')).toMatchObject({ state: 'done', created: ROWS, refused: 0, processed: ROWS })
  const { rows } = await db.execute(
    sql`select count(*)::int as all, count(distinct school_number)::int as different from borrower`,
  )
  expect(rows).toEqual([{ all: ROWS, different: ROWS }])
})

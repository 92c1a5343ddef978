import { buffer } from 'node:stream/consumers'
import { asc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { exportBooks } from '#exchange/export/book-export.server.ts'
import { marcOf } from '#base/formats/marc/marc.test-kit.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { useDatabase } from '#test/database.ts'
import { importFile } from '#test/stage-file.ts'

useDatabase()

beforeEach(async () => {
  await db.delete(book)
})

const recordOf = (type: string, tag = '245') =>
  marcOf([[tag, `00$aOf type ${type}`]], { leader: (leader) => `${leader.slice(0, 6)}${type}${leader.slice(7)}` })

const detailsOf = async () =>
  (await db.select().from(book).orderBy(asc(book.sortTitle))).map(({ details }) =>
    details.map(({ name, value }) => `${name}: ${value}`).join(),
  )

test('A record of another kind than a text says which, and the same file again changes nothing', async () => {
  const file = Buffer.concat([...'acefgijkmort'].map((type) => recordOf(type)))
  await importFile(file)
  const kinds = ['Musical score', 'Map', 'Map', 'Video', 'Spoken recording', 'Music recording', 'Picture']
  expect(await detailsOf()).toEqual([
    '',
    ...[...kinds, 'Electronic resource', 'Kit', 'Object'].map((kind) => `Kind of material: ${kind}`),
    '',
  ])
  expect(await importFile(file)).toMatchObject({ created: 0, updated: 0, unchanged: 12, refused: 0 })
})

test('UNIMARC has letters of its own', async () => {
  await importFile(Buffer.concat([...'blm'].map((type) => recordOf(type, '200'))))
  expect(await detailsOf()).toEqual(['', 'Kind of material: Electronic resource', 'Kind of material: Kit'])
})

test.each([
  // The record says it anew.
  ['marc', 'Type de document: Enregistrement musical'],
  ['csv', 'Kind of material: Music recording'],
] as const)('An export as %s has it once, in whatever language it comes in again', async (format, detail) => {
  await importFile(recordOf('j'))
  const file = await buffer(exportBooks(format, {}))
  await db.delete(book)
  await withLocale('fr', () => importFile(file))
  expect(await detailsOf()).toEqual([detail])
})

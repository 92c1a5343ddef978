import { expect, test } from 'vitest'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { storeUpload } from '#base/db/uploads.server.ts'
import { importRouter } from '#exchange/import/import.router.server.ts'
import { createImport, startImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import { fieldText } from '#base/i18n/field-text.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { bookFields } from './book-fields.words.ts'

useDatabase()

const FIELDS = { donor: 'Ama Mensah', weight: 256, acquiredOn: '2026-11-02', condition: 'new', isReference: true }
const OTHERS = { donor: '', weight: null, acquiredOn: '2024-02-29', condition: 'worn', isReference: false }

test('A field of every type goes through REST, a conflict and the activity', async () => {
  const manager = await as('manager')
  const send = async (method: string, path: string, body: object) => {
    const response = await manager.request(`/api/v1/books${path}`, { method, body })
    return { status: response.status, body: await response.json() }
  }
  const plain = await send('POST', '', { title: 'Without' })
  expect(plain.body).toMatchObject({ donor: '', weight: null, acquiredOn: null, condition: null, isReference: false })
  const { status, body } = await send('POST', '', { title: 'With', ...FIELDS })
  expect([status, body]).toMatchObject([201, FIELDS])
  const changed = await send('PATCH', `/${body.id}`, { version: 1, ...OTHERS })
  expect([changed.status, changed.body]).toMatchObject([200, OTHERS])
  const stale = await send('PATCH', `/${body.id}`, { version: 1, weight: 7 })
  expect([stale.status, stale.body.data.theirs]).toMatchObject([409, OTHERS])
  const { items } = await manager.call(activityRouter.of, { kind: 'book', id: body.id })
  expect(items[0]?.changes).toEqual(
    Object.entries(OTHERS).map(([field, after]) => ({
      field,
      before: FIELDS[field as keyof typeof FIELDS],
      after,
    })),
  )
})

test.each([
  { weight: 0 },
  { weight: 1.5 },
  { weight: '256' },
  { acquiredOn: '2026-02-30' },
  { condition: 'lost' },
  { isReference: 'no' },
])('%j is refused at its field', async (wrong) => {
  const response = await (await as('manager')).request('/api/v1/books', { body: { title: 'Wrong', ...wrong } })
  expect([response.status, Object.keys((await response.json()).data.fields)]).toEqual([400, Object.keys(wrong)])
})

test('Values read as people write them', () => {
  const texts = Object.entries(bookFields).map(([field, words]) =>
    field in FIELDS ? fieldText(FIELDS[field as keyof typeof FIELDS], words) : '',
  )
  expect(texts.filter(Boolean)).toEqual(['Ama Mensah', '256', '2 November 2026', 'As new', 'yes'])
})

/** Imports a file; its rows. */
async function imported(csv: string) {
  async function* file() {
    yield Buffer.from(csv)
  }
  const { id } = await createImport({ upload: await storeUpload('fields.csv', file()), userId: null })
  await startImport(id)
  await runImport(id)
  return (await as('manager')).call(importRouter.rows, { id })
}

test('An import reads digits of any script, and yes, no and choices by their words', async () => {
  const csv =
    'title,donor,weight,acquiredOn,Condition,Reference only\nImported,1,٢٥٦,2026-11-02,as new,oui\nLeft out,2,many,,,\n'
  const { items } = await imported(csv)
  expect(items.map(({ result, notes }) => [result, notes])).toEqual([
    ['created', []],
    ['created', ['left-out:weight:many']],
  ])
  const found = await (await as('manager')).request('/api/v1/books?searchTerm=Imported')
  expect((await found.json()).items).toMatchObject([{ ...FIELDS, donor: '1' }])
})

test('An export has the fields, and an import reads them again, changes and all', async () => {
  const manager = await as('manager')
  const book = { title: 'Exported', ...FIELDS }
  const { id } = await (await manager.request('/api/v1/books', { method: 'POST', body: book })).json()
  const csv = await (await manager.request('/api/v1/books/export?searchTerm=Exported')).text()
  expect((await imported(csv)).items).toMatchObject([{ result: 'unchanged' }])
  const { items } = await imported(csv.replace(',256,', ',,').replace(',2026-11-02,', ',2024-02-29,'))
  expect(items).toMatchObject([{ result: 'updated', before: { weight: 256, acquiredOn: '2026-11-02' } }])
  const changed = await (await manager.request(`/api/v1/books/${id}`)).json()
  expect(changed).toMatchObject({ ...FIELDS, weight: null, acquiredOn: '2024-02-29', version: 2 })
})

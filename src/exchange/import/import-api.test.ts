import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { upload } from '#base/db/tables/upload.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { runImport } from './run/import-runner.server.ts'

// Imports by the REST API.

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(upload)
  await db.delete(bookImport)
})

const send = (body: string, query = '', headers: Record<string, string> = {}) =>
  manager.request(`/api/v1/imports${query}`, { method: 'POST', headers, body })

test('takes a file as the body, and answers its state', async () => {
  const response = await send('title\nBy the API\n', '?dryRun=true', {
    'x-filename': encodeURIComponent('\u202Eقائمة.csv'),
  })
  expect(response.status).toBe(201)
  const state = await response.json()
  expect(state).toMatchObject({ state: 'waiting', filename: 'قائمة.csv', kind: 'csv', rows: 1, created: 1 })
  expect(response.headers.get('location')).toBe(`/api/v1/imports/${state.id}`)
  expect(await db.$count(book)).toBe(0)
  const started = await manager.request(`/api/v1/imports/${state.id}/start`, { method: 'POST' })
  expect(await started.json()).toMatchObject({ state: 'running' })
  await runImport(state.id)
  expect(await (await manager.request(`/api/v1/imports/${state.id}`)).json()).toMatchObject({
    state: 'done',
    created: 1,
  })
  expect((await manager.request(`/api/v1/imports/${state.id}`, { method: 'DELETE' })).status).toBe(204)
  await runImport(state.id)
  expect(await db.$count(book)).toBe(0)
})

test('gives the refused rows as a file that can be mended and imported again', async () => {
  const sent = await send('title;author;Shelf\n;Nobody;=A1\nGood;B;2\nGood;B2;3\nGood;b;4\n', '', {
    'x-filename': 'list.csv',
  })
  const { id } = await sent.json()
  await runImport(id)
  const response = await manager.request(`/api/v1/imports/${id}/refused`, { headers: { 'accept-language': 'fr' } })
  expect(response.headers.get('content-disposition')).toContain('filename="list-refused.csv"')
  const text = await response.text()
  expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'title,author,Shelf,Raison',
    ",Nobody,'=A1,Le titre est obligatoire",
    expect.stringMatching(/^Good,b,4,/),
  ])
  const mended = await send(text.replace(',Nobody', 'Mended,Nobody'), '?dryRun=true')
  expect(await mended.json()).toMatchObject({ rows: 2, created: 1, updated: 1 })
})

test('says what becomes of other editions, and of books that are here', async () => {
  await aBook({ title: 'Emma', author: 'Jane Austen', year: 1990, series: 'Here' })
  const file = 'title,author,year,series,pages\nEmma,Jane Austen,2001,,\nEmma,Jane Austen,1990,There,500\n'
  const counts = async (query: string) => (await send(file, `?dryRun=true${query}`)).json()
  expect(await counts('')).toMatchObject({ created: 1, updated: 1 })
  expect(await counts('&editions=leave&known=leave')).toMatchObject({ created: 0, updated: 1, refused: 1 })
  const { id } = await (await send(file, '?known=fill&editions=isbn')).json()
  await runImport(id)
  expect(await db.select({ series: book.series, pages: book.pages }).from(book)).toEqual([
    { series: 'Here', pages: 500 },
  ])
  expect((await send(file, '?known=all')).status).toBe(400)
})

test('a repeated request with the same key imports once', async () => {
  const headers = { 'idempotency-key': 'one-import' }
  const first = await (await send('title\nOnce\n', '', headers)).json()
  const again = await send('title\nOnce\n', '', headers)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await again.json()).toMatchObject({ id: first.id })
  expect((await send('title\nTwice\n', '', headers)).status).toBe(409)
  expect(await db.$count(upload)).toBe(1)
})

test('says how large a file may be', async () => {
  const headers = { 'content-length': '64000000000', 'accept-language': 'fr' }
  const response = await send('title\nx\n', '', headers)
  expect([response.status, (await response.json()).message]).toEqual([
    413,
    'Un fichier peut avoir 64\u202FMo au plus. Divisez-le en plusieurs fichiers.',
  ])
})

test('refuses forms, unknown parameters and readers', async () => {
  expect((await send('x', '', { 'content-type': 'multipart/form-data; boundary=x' })).status).toBe(415)
  expect((await send('title\nx\n', '?dryrun=1')).status).toBe(400)
  const reader = await as('reader')
  expect((await reader.request('/api/v1/imports', { method: 'POST', body: 'title\nx\n' })).status).toBe(403)
  expect(await db.$count(upload)).toBe(0)
})

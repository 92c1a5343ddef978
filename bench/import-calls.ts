import { setTimeout as sleep } from 'node:timers/promises'
import { generateBooks } from './books.ts'
import type { Maktaba } from './maktaba.ts'
import type { Cookies } from './people.ts'
import { withClient } from './seed.ts'

type Served = Pick<Maktaba, 'url'>

export interface ImportState {
  id: string
  state: string
  rows: number
  created: number
  updated: number
  unchanged: number
  refused: number
}

export const countBooks = (dataDir: string): Promise<number> =>
  withClient(dataDir, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from book')
    return rows[0]?.count ?? 0
  })

export async function call({ url }: Served, { admin }: Cookies, path: string, init: RequestInit): Promise<Response> {
  const headers = { ...init.headers, cookie: admin, origin: url.replace('127.0.0.1', 'localhost') }
  const response = await fetch(`${url}/api/v1/imports${path}`, { ...init, headers })
  if (!response.ok) throw new Error(`${init.method} ${path} answered ${response.status}: ${await response.text()}`)
  return response
}

async function answerOf(response: Promise<Response>): Promise<ImportState> {
  const state: ImportState = JSON.parse(await (await response).text())
  return state
}

export const send = (maktaba: Served, cookies: Cookies, body: string, query = '') =>
  answerOf(call(maktaba, cookies, query, { method: 'POST', body, headers: { 'x-filename': 'measured.csv' } }))

export const read = (maktaba: Served, cookies: Cookies, id: string) =>
  answerOf(call(maktaba, cookies, `/${id}`, { method: 'GET' }))

export async function waitFor(maktaba: Served, cookies: Cookies, id: string, state = 'done'): Promise<ImportState> {
  for (;;) {
    const now = await read(maktaba, cookies, id)
    if (now.state === state) return now
    if (now.state === 'failed') throw new Error('The import failed')
    await sleep(100)
  }
}

const USUAL = ['title', 'author', 'publisher'] as const
const WHOLE = [
  ...USUAL,
  'isbn',
  'year',
  'language',
  'pages',
  'series',
  'volume',
  'shelfMark',
  'subjects',
  'summary',
] as const

/** A file of so many books, with the optional fields if they are `whole`. */
export function csv(rows: number, seed: number, isWhole = false): string {
  const books = generateBooks(seed)
  const fields = isWhole ? WHOLE : USUAL
  const lines = Array.from({ length: rows }, (_, index) => {
    const book = books.next().value
    const values: Record<(typeof WHOLE)[number], unknown> = { ...book, title: `${book.title} ${index}` }
    return fields.map((field) => cell(values[field])).join()
  })
  return [fields.join(), ...lines, ''].join('\n')
}

const cell = (value: unknown): string =>
  `"${(Array.isArray(value) ? value.join('; ') : String(value ?? '')).replaceAll('"', '""')}"`

// An example program with the generated types: api-client.slow.journey.ts copies it, generates `api.ts` next to it, checks
// its types, and runs it against the server.
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

// If all fields are optional, only the named type reveals a misspelt one.
type BookChange = components['schemas']['BookChange']

const { MAKTABA_URL = '', MAKTABA_KEY = '', WORD = '' } = process.env

const api = createClient<paths>({ baseUrl: MAKTABA_URL, headers: { authorization: `Bearer ${MAKTABA_KEY}` } })

const said: Record<string, unknown> = {}

/** The data of a successful response; throws otherwise. */
function need<T>(data: T | undefined, error: unknown): T {
  if (data === undefined) throw new Error(`Refused: ${JSON.stringify(error)}`)
  return data
}

const me = await api.GET('/api/v1/me')
said.role = need(me.data, me.error).role

const genres = await api.GET('/api/v1/genres')
const genre = need(genres.data, genres.error).items.find(({ slug }) => slug === 'novel')

// Created once even if sent repeatedly.
const idempotencyKey = `create-${WORD}`
const created = []
for (let time = 0; time < 2; time++) {
  const answer = await api.POST('/api/v1/books', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: { title: `First ${WORD}`, author: 'Assia Djebar', genreId: genre?.id ?? null },
  })
  created.push({ book: need(answer.data, answer.error), location: answer.response.headers.get('location') })
}
const [first, again] = created
if (!first || !again) throw new Error('Nothing was created')
said.isCreatedOnce = first.book.id === again.book.id && first.location === `/api/v1/books/${first.book.id}`

for (const title of [`Second ${WORD}`, `Third ${WORD}`]) {
  const { data, error } = await api.POST('/api/v1/books', { body: { title } })
  need(data, error)
}

// Page by page.
const titles: string[] = []
let cursor: string | undefined
do {
  const { data, error } = await api.GET('/api/v1/books', {
    params: { query: { searchTerm: WORD, sort: 'title', limit: 2, ...(cursor !== undefined && { cursor }) } },
  })
  const page = need(data, error)
  titles.push(...page.items.map(({ title }) => title))
  said.total = page.total
  cursor = page.nextCursor ?? undefined
} while (cursor !== undefined)
said.titles = titles

const path = { id: first.book.id }
const read = await api.GET('/api/v1/books/{id}', { params: { path } })
const etag = read.response.headers.get('etag') ?? ''
said.publisher = need(read.data, read.error).publisher

const changed = await api.PATCH('/api/v1/books/{id}', {
  params: { path, header: { 'If-Match': etag } },
  body: { publisher: 'Albin Michel' } satisfies BookChange,
})
said.changed = need(changed.data, changed.error).publisher

// A conflict with another user, by `If-Match` and by `version`.
const stale = await api.PATCH('/api/v1/books/{id}', {
  params: { path, header: { 'If-Match': etag } },
  body: { publisher: 'Seuil' } satisfies BookChange,
})
said.stale = [stale.response.status, stale.error?.code]
const conflict = await api.PATCH('/api/v1/books/{id}', {
  params: { path },
  body: { version: first.book.version, publisher: 'Seuil' } satisfies BookChange,
})
said.conflict = [conflict.response.status, conflict.error?.code]

const users = await api.GET('/api/v1/users', { params: { query: { role: 'admin' } } })
const [admin] = need(users.data, users.error).items
const sessions = await api.GET('/api/v1/users/{id}/sessions', { params: { path: { id: admin?.id ?? '' } } })
said.sessions = need(sessions.data, sessions.error).total > 0

const found = await api.GET('/api/v1/books', { params: { query: { searchTerm: WORD } } })
for (const { id, version } of need(found.data, found.error).items) {
  const { response } = await api.DELETE('/api/v1/books/{id}', { params: { path: { id }, query: { version } } })
  said.deleted = response.status
}
const gone = await api.GET('/api/v1/books/{id}', { params: { path } })
said.gone = [gone.response.status, gone.error?.code]

process.stdout.write(JSON.stringify(said))

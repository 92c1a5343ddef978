import type { Request } from 'autocannon'
import { FUNCTION_HEADERS, functionPath, listBooks, restBooks } from '../testing/endpoints.ts'
import type { Cookies } from './people.ts'
import { withClient, type SeededData } from './seed.ts'
import type { Terms } from './terms.ts'

/** A benchmark of requests. */
export interface Case {
  name: string
  requests: Request[]
  headers: Record<string, string>
  /** REST requests with the same SQL statements, to check the responses and to time the SQL alone. */
  rest: string[]
  isSearch: boolean
}

const SEARCHES: Record<Exclude<keyof Terms, 'typo'>, string> = {
  rare: 'search, rare word',
  common: 'search, common word',
  the: "search, 'the'",
  twoLetters: 'search, two letters',
  twoWords: 'search, two words',
  arabic: 'search, Arabic',
}

/** Of which searches the REST API is measured too. */
const REST_SEARCHES = ['rare', 'common', 'twoLetters'] as const

/** Search terms for users: common and rare, complete and partial. */
const USER_TERMS = ['amina', 'mar', 'ka', 'readers', 'hugo', 'محمد', 'maria 77', 'wanjiru kam']

/** Number of the deep page, of 20 rows; in a smaller list the last page but one. */
const DEEP_PAGE = 1000

/** All cases for a running server. Loads all pages up to the deep one first. */
export async function makeCases(url: string, data: SeededData, cookies: Cookies): Promise<Case[]> {
  const cursors = await followCursors(url, cookies.reader)
  const deep = cursors.at(-1) ?? ''
  const some = cursors.filter((_, index) => index % Math.ceil(cursors.length / 20) === 0)
  const ids = await someIds(data.dataDir)
  const headers = { cookie: cookies.reader }
  const called = { ...headers, ...FUNCTION_HEADERS }
  const byFunction = async (name: string, list: { searchTerm?: string; cursor?: string }[]): Promise<Case> => ({
    name,
    headers: called,
    isSearch: list.some(({ searchTerm }) => searchTerm !== undefined),
    requests: (await Promise.all(list.map(listBooks))).map((path) => ({ path })),
    rest: list.map(restBooks),
  })
  const byPath = (name: string, paths: string[], rest: string[] = []): Case => ({
    name,
    headers,
    isSearch: false,
    requests: paths.map((path) => ({ path })),
    rest,
  })
  const books = await Promise.all(ids.map((id) => functionPath('book.getBook', { id })))
  const searches = Object.entries(SEARCHES).map(([kind, name]) =>
    byFunction(
      name,
      termsOf(data.terms, kind).map((searchTerm) => ({ searchTerm })),
    ),
  )
  // Requested by the page after a search with few hits.
  const bySimilar = async (name: string, terms: readonly string[]): Promise<Case> => ({
    name,
    headers: called,
    isSearch: true,
    requests: await Promise.all(
      terms.map(async (searchTerm) => ({ path: await functionPath('book.findSimilarBooks', { searchTerm }) })),
    ),
    rest: terms.map((searchTerm) => restBooks({ searchTerm })),
  })
  return [
    await byFunction('list, first page', [{}]),
    await byFunction('list, page 1,000', [{ cursor: deep }]),
    await byFunction(
      'list, any page',
      some.map((cursor) => ({ cursor })),
    ),
    byPath('list, REST', [restBooks()], [restBooks()]),
    byPath('list, REST summaries', ['/api/v1/books/summaries']),
    ...REST_SEARCHES.map((kind) => {
      const paths = termsOf(data.terms, kind).map((searchTerm) => restBooks({ searchTerm }))
      return byPath(`${SEARCHES[kind]}, REST`, paths)
    }),
    ...(await Promise.all(searches)),
    await bySimilar('search, typo', data.terms.typo),
    await bySimilar('search, word too many', withOneTooMany(data.terms)),
    {
      ...byPath(
        'book',
        books,
        ids.map((id) => `/api/v1/books/${id}`),
      ),
      headers: called,
    },
    {
      ...byPath('users, first page', [await functionPath('user.listUsers', { searchTerm: '' })]),
      headers: { ...called, cookie: cookies.admin },
    },
    {
      ...byPath(
        'users, search',
        await Promise.all(USER_TERMS.map((searchTerm) => functionPath('user.listUsers', { searchTerm }))),
      ),
      headers: { ...called, cookie: cookies.admin },
    },
    byPath('session', ['/api/auth/get-session']),
    byPath('session, REST', ['/api/v1/me'], ['/api/v1/me']),
    { ...byPath('/login HTML', ['/login']), headers: {} },
    byPath('/app HTML', ['/app']),
    byPath('/app/books HTML', ['/app/books']),
    byPath(
      'a book HTML',
      ids.map((id) => `/app/books/${id}`),
    ),
  ]
}

const termsOf = (terms: Terms, kind: string): string[] =>
  Object.entries(terms).flatMap(([name, list]: [string, string[]]) => (name === kind ? list : []))

/** The cursors after every hundredth row, up to the deep page. */
async function followCursors(url: string, cookie: string): Promise<string[]> {
  const cursors: string[] = []
  let cursor: string | undefined
  for (let rows = 0; rows < (DEEP_PAGE - 1) * 20;) {
    const limit = Math.min(100, (DEEP_PAGE - 1) * 20 - rows)
    const answer = await fetch(url + restBooks({ cursor, limit }), { headers: { cookie } })
    if (!answer.ok) throw new Error(`The list answered ${answer.status}: ${await answer.text()}`)
    const page: { nextCursor: string | null } = await answer.json()
    if (page.nextCursor === null) break
    cursor = page.nextCursor
    cursors.push(cursor)
    rows += limit
  }
  return cursors
}

const someIds = (dataDir: string): Promise<string[]> =>
  withClient(dataDir, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from (select id, row_number() over (order by id) as at, count(*) over () as many from book) as numbered
       where at % greatest(1, many / 50) = 0 limit 50`,
    )
    return rows.map(({ id }) => id)
  })

/** An author's name and a word of a title with one more word: of form, of another book, of no book. */
const withOneTooMany = ({ twoWords, rare }: Terms): string[] =>
  twoWords.map((pair, at) => `${pair} ${['by', rare[at] ?? '', 'xqzwvk'][at % 3]}`)

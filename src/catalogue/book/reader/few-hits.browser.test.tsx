import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { FewHits } from './few-hits.tsx'

const answer = vi.hoisted(() => vi.fn())
vi.mock('../book.data.ts', () => ({
  wantsSimilar: () => true,
  booksQuery: vi.fn(),
  similarBooksQuery: (filter: object) => ({ queryKey: ['similar', filter], queryFn: answer }),
}))
vi.mock('#kit/installation/installation.data.ts', () => ({ useIsLending: () => true }))
vi.mock('#catalogue/genre/genre.data.ts', () => ({ useReaderGenres: () => [], readerGenres: () => [] }))

beforeEach(() => answer.mockReset())

const book = (at: number, author: string, free?: number) => ({
  id: `01a1fc5f-3ab8-711d-bde4-965ef5d2890${at}`,
  title: `Book ${at}`,
  author,
  cover: null,
  publisher: '',
  genre: null,
  ...(free !== undefined && { copies: { free, total: 1 } }),
})
const show = (searchTerm: string) =>
  renderPage(<FewHits params={{ searchTerm, sort: 'title' }} filter={{ searchTerm }} count={0} />)

test('What was found without words of the search says which, and whether it is on the shelf', async () => {
  answer.mockResolvedValue({ items: [book(1, 'A', 1), book(2, 'B', 0)], without: ['by', 'william'] })
  await show('romeo by william')
  const words = ['by', 'william'].map((word) => m.views_term({ term: isolated(word) })).join(', ')
  await expect.element(page.getByRole('heading', { name: m.books_without({ words }) })).toBeVisible()
  await expect.element(page.getByText(m.own_free({ free: '1' }))).toBeVisible()
  await expect.element(page.getByText(m.own_none_free())).toBeVisible()
})

test('Where most are by one author, all books of that author are one press away', async () => {
  answer.mockResolvedValue({ items: [1, 2, 3].map((at) => book(at, 'Stephen King')), without: [] })
  await show('stefen king')
  const link = page.getByRole('link', { name: m.books_of_author({ author: isolated('Stephen King') }) })
  await expect.element(link).toHaveAttribute('href', '/app/books?author=Stephen+King')
})

test('A number that is nearly an ISBN is said to be none; any other search without hits, what is searched', async () => {
  answer.mockResolvedValue({ items: [], without: [] })
  await show('ISBN 9780439023480')
  await expect.element(page.getByText(m.books_no_isbn({ number: isolated('9780439023480') }))).toBeVisible()
  await show('xqzwvk')
  await expect
    .element(page.getByText(`${m.books_empty_text()} ${m.books_searched()} ${m.books_searched_label()}`))
    .toBeVisible()
})

import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { setReaderDetail } from './book-detail.data.ts'
import { FileDetails } from './file-details.tsx'

let shown: string[] = []
vi.mock('./book-detail.data.ts', () => ({
  readerDetailsQuery: { queryKey: ['readerDetails'], queryFn: async () => [...shown] },
  setReaderDetail: vi.fn(
    async ({ data: { name, isForReaders } }: { data: { name: string; isForReaders: boolean } }) => {
      shown = isForReaders ? [...shown, name.toLowerCase()] : shown.filter((one) => one !== name.toLowerCase())
    },
  ),
}))
beforeEach(() => {
  shown = ['illustrator']
  vi.clearAllMocks()
})

const DETAILS = [
  { name: 'Illustrator', value: 'Issiakhem' },
  { name: 'book_id', value: '18' },
]

test('details are folded, and each is shown to readers by a tick', async () => {
  await renderPage(<FileDetails details={DETAILS} />)
  await expect.element(page.getByText('Issiakhem')).not.toBeVisible()
  await userEvent.click(page.getByText(m.book_details_count({ count: '2' })))
  await expect.element(page.getByText('Issiakhem')).toBeVisible()
  const tickOf = (name: string) => page.getByRole('checkbox', { name: m.book_detail_for_readers_of({ name }) })
  await expect.element(tickOf('Illustrator')).toBeChecked()
  await expect.element(tickOf('book_id')).not.toBeChecked()
  await userEvent.click(tickOf('book_id'))
  await expect.element(tickOf('book_id')).toBeChecked()
  expect(setReaderDetail).toHaveBeenCalledWith({ data: { name: 'book_id', isForReaders: true } })
})

test('a book without details has none to unfold', async () => {
  await renderPage(<FileDetails details={[]} />)
  expect(document.querySelector('details')).toBeNull()
})

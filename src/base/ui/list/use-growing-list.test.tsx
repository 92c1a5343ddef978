import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#base/i18n/paraglide/messages.js'
import { growingQuery, totalQuery, type GrowingPage } from '#base/lib/list/growing-query.ts'
import { LoadFailed } from '#base/ui/state/load-failed.tsx'
import { useGrowingList } from './use-growing-list.ts'

type FetchPage = (cursor: string) => Promise<GrowingPage<string>>

/** A list of texts with a button for more, or what stands in for it. */
async function show(fetchPage: FetchPage): Promise<QueryClient> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const list = growingQuery(['texts'], ({ cursor = '' }) => fetchPage(cursor))
  const count = totalQuery(['texts'], () => Promise.resolve({ total: 4 }))
  function Texts() {
    const state = useGrowingList('all', list, count)
    if (!state.list) return <LoadFailed title="No texts" query={state.query} />
    return (
      <>
        <p>{state.list.items.join(' ')}</p>
        <button type="button" onClick={state.list.loadMore}>
          More
        </button>
      </>
    )
  }
  await render(
    <QueryClientProvider client={client}>
      <main>
        <Texts />
      </main>
    </QueryClientProvider>,
  )
  return client
}

test('More that is asked for while the list is fetched again comes at once, and the list again after it', async () => {
  let word = 'old'
  const silent: FetchPage = () => new Promise(() => undefined)
  const answer: FetchPage = (cursor) =>
    Promise.resolve({ items: [`${word}${cursor}`], nextCursor: cursor === '' ? '2' : null, total: null })
  let fetchPage = answer
  const client = await show((cursor) => fetchPage(cursor))
  const texts = page.getByRole('paragraph')
  await expect.element(texts).toHaveTextContent('old')
  word = 'new'
  fetchPage = silent
  void client.invalidateQueries({ queryKey: ['texts'], exact: true })
  await expect.poll(() => client.isFetching()).toBe(1)
  fetchPage = answer
  await page.getByRole('button', { name: 'More' }).click()
  await expect.element(texts).toHaveTextContent('new new2')
})

test('The button that tries again stays, and keeps the focus, until the answer comes', async () => {
  const answers: ((page: GrowingPage<string>) => void)[] = []
  let isLost = true
  await show(() => {
    if (isLost) return Promise.reject(new TypeError('Failed to fetch'))
    return new Promise((resolve) => answers.push(resolve))
  })
  const button = page.getByRole('button', { name: m.common_try_again() })
  await expect.element(button).toBeVisible()
  isLost = false
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => answers.length).toBe(1)
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveFocus()
  await expect.element(page.getByText(m.error_NETWORK())).toBeVisible()
  answers[0]?.({ items: ['come'], nextCursor: null, total: null })
  await expect.element(page.getByText('come')).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
})

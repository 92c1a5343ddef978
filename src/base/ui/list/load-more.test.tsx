import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#base/i18n/paraglide/messages.js'
import { keepFocus } from '#base/lib/form/keep-focus.ts'
import { LoadMore } from './load-more.tsx'

const button = page.getByRole('button', { name: m.list_load_more() })

test('When the last page has come and the button goes, the keyboard goes on from its place', async () => {
  function Page() {
    const [count, setCount] = useState(20)
    return (
      <main>
        <LoadMore
          hasMore={count < 60}
          count={count}
          isBusy={false}
          error={null}
          onLoad={() => setCount((old) => old + 20)}
        />
        <a href="#after">After</a>
      </main>
    )
  }
  keepFocus()
  await render(<Page />)
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveFocus()
  await expect.element(page.getByText(m.list_more_came({ shown: '20' }))).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.closest('main')).toBeTruthy()
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: 'After' })).toHaveFocus()
})

test('What failed is said, and can be tried again', async () => {
  const load = vi.fn()
  await render(<LoadMore hasMore isBusy={false} error="No connection" onLoad={load} />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('No connection')
  await page.getByRole('button', { name: m.common_try_again() }).click()
  expect(load).toHaveBeenCalledTimes(1)
})

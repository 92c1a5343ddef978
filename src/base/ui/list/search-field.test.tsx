import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchProblem } from '#base/lib/list/list-input.ts'
import { SearchField } from './search-field.tsx'

const words = {
  label: 'Search the books',
  placeholder: 'Title or author',
  action: '/app/books',
}
const field = page.getByRole('searchbox', { name: words.label })

describe('Typing', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('searches once, 150 ms after the last key', async () => {
    const search = vi.fn()
    await render(<SearchField {...words} value="" onSearch={search} />)
    await field.click()
    for (const letter of 'fahrenheit') {
      await userEvent.keyboard(letter)
      vi.advanceTimersByTime(149)
    }
    expect(search).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(search.mock.calls).toEqual([['fahrenheit']])
  })

  test('searches at once on Enter, and not a second time after the pause', async () => {
    const search = vi.fn()
    await render(<SearchField {...words} value="" onSearch={search} />)
    await field.fill(' hugo ')
    await userEvent.keyboard('{Enter}')
    expect(search.mock.calls).toEqual([['hugo']])
    vi.advanceTimersByTime(1000)
    expect(search).toHaveBeenCalledTimes(1)
  })

  test('says at the field what is wrong with a term, and does not search for it', async () => {
    const search = vi.fn()
    await render(<SearchField {...words} value="" onSearch={search} />)
    await field.fill('b'.repeat(201))
    await userEvent.keyboard('{Enter}')
    vi.advanceTimersByTime(1000)
    await expect.element(page.getByRole('alert')).toHaveTextContent(searchProblem('b'.repeat(201)) ?? 'no sentence')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field).toHaveAccessibleDescription(searchProblem('b'.repeat(201)) ?? 'no sentence')
    expect(search).not.toHaveBeenCalled()
  })

  test('keeps what is typed while the address still follows an earlier search', async () => {
    const search = vi.fn()
    const { rerender } = await render(<SearchField {...words} value="" onSearch={search} />)
    await field.fill('fahr')
    vi.advanceTimersByTime(150)
    await field.fill('fahrenheit')
    // A slow phone: the address comes to the first search when more is typed already.
    await rerender(<SearchField {...words} value="fahr" onSearch={search} />)
    await expect.element(field).toHaveValue('fahrenheit')
    vi.advanceTimersByTime(150)
    await rerender(<SearchField {...words} value="fahrenheit" onSearch={search} />)
    await expect.element(field).toHaveValue('fahrenheit')
    expect(search.mock.calls).toEqual([['fahr'], ['fahrenheit']])
  })
})

test('The field follows the address when Back changes it', async () => {
  const { rerender } = await render(<SearchField {...words} value="hugo" onSearch={() => undefined} />)
  await expect.element(field).toHaveValue('hugo')
  await rerender(<SearchField {...words} value="" onSearch={() => undefined} />)
  await expect.element(field).toHaveValue('')
})

test('One press clears the field, searches for nothing and keeps the focus', async () => {
  const search = vi.fn()
  const Page = () => {
    const [term, setTerm] = useState('hugo')
    return <SearchField {...words} value={term} onSearch={(next) => (search(next), setTerm(next))} />
  }
  await render(<Page />)
  await page.getByRole('button', { name: m.list_search_clear() }).click()
  await expect.element(field).toHaveFocus()
  await expect.poll(() => search.mock.calls).toEqual([['']])
  await expect.element(field).toHaveValue('')
  await expect.element(page.getByRole('button', { name: m.list_search_clear() })).not.toBeInTheDocument()
})

test('Without a search while typing, Enter sends a valid term', async () => {
  const submit = vi.fn()
  await render(<SearchField {...words} value="" onSubmit={submit} />)
  await field.fill('451')
  expect(submit).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(submit.mock.calls).toEqual([['451']])
})

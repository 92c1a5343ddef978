import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#base/i18n/paraglide/messages.js'
import { ScrollRow } from './scroll-row.tsx'

const Books = ({ count }: { count: number }) => (
  <ScrollRow title="New books" columns="auto-cols-[12rem]">
    {Array.from({ length: count }, (_, place) => (
      <li key={place} className="h-40">
        <a href={`#${place}`}>Book {place + 1}</a>
      </li>
    ))}
  </ScrollRow>
)
const back = page.getByRole('button', { name: m.row_back() })
const forward = page.getByRole('button', { name: m.row_forward() })
const book = (number: number) => page.getByRole('link', { name: `Book ${number}`, exact: true })

beforeEach(async () => {
  await page.viewport(1280, 800)
  document.documentElement.dir = 'ltr'
})

test.each(['ltr', 'rtl'])('A mouse moves a row that overflows to its end and back, in %s', async (direction) => {
  document.documentElement.dir = direction
  await render(<Books count={12} />)
  await expect.element(back).toHaveAttribute('aria-disabled', 'true')
  await expect.element(forward).toHaveAccessibleDescription('New books')
  await expect.element(book(12)).not.toBeInViewport()
  while (forward.element().getAttribute('aria-disabled') === null) {
    const { scrollLeft } = row()
    await forward.click()
    await expect.poll(() => row().scrollLeft).not.toBe(scrollLeft)
    await atRest()
  }
  await expect.element(book(12)).toBeInViewport()
  await expect.element(forward).toHaveFocus()
  await back.click()
  await atRest()
  await back.click()
  await expect.element(book(1)).toBeInViewport()
  await expect.element(back).toHaveAttribute('aria-disabled', 'true')
})

test('A row that fits has no buttons', async () => {
  await render(<Books count={3} />)
  await expect.element(book(3)).toBeInViewport()
  await expect.element(forward).not.toBeInTheDocument()
})

test('A row has no scroll bar where it has buttons', async () => {
  await render(<Books count={12} />)
  await expect.element(forward).toBeVisible()
  expect(getComputedStyle(row()).scrollbarWidth).toBe('none')
})

test('What takes the focus comes into sight', async () => {
  await render(<Books count={12} />)
  book(12).element().focus()
  await expect.element(book(12)).toBeInViewport()
})

const row = (): Element => page.getByRole('list').element()

/** Waits until a row that moves by itself has come to rest. */
async function atRest(): Promise<void> {
  for (let before = Infinity; before !== row().scrollLeft;) {
    before = row().scrollLeft
    await new Promise((done) => setTimeout(done, 120))
  }
}

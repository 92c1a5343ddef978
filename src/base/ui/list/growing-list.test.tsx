import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { GrowingList } from './growing-list.tsx'

/** Items that may be in the document, however long a list is. */
const MOST = 100
const TOTAL = 480

let lists = 0

/** A list of so many items of all kinds of heights, which grows by twenty at a press. */
async function show(start: number): Promise<void> {
  const name = `list ${(lists += 1)}`
  function Page() {
    const [count, setCount] = useState(start)
    const items = Array.from({ length: count }, (_, index) => ({ id: `${index}`, lines: 1 + ((index * 7) % 3) }))
    return (
      <main>
        <GrowingList
          items={items}
          keyOf={({ id }) => id}
          total={TOTAL}
          name={name}
          className="gap-4 grid-cols-2 md:grid-cols-4"
        >
          {({ id, lines }) => (
            <a href={`#${id}`} className="block border" style={{ height: lines * 60 }}>
              Item {id}
            </a>
          )}
        </GrowingList>
        <button type="button" onClick={() => setCount((before) => Math.min(TOTAL, before + 20))}>
          More
        </button>
      </main>
    )
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await render(<RouterProvider router={router} />)
  await expect.element(page.getByRole('list')).toBeVisible()
}

const rendered = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main li:has(a)')]
const placeOf = (item: Element | null | undefined): number => Number(item?.getAttribute('aria-posinset'))
const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
const isWindowed = () => expect.poll(() => rendered().at(-1)?.hasAttribute('aria-posinset')).toBe(true)

async function scrollTo(top: number): Promise<void> {
  window.scrollTo(0, top)
  await frame()
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  window.scrollTo(0, 0)
})

test('Up to forty items are all in the document', async () => {
  await show(40)
  expect(rendered()).toHaveLength(40)
  expect(rendered()[0]?.hasAttribute('aria-posinset')).toBe(false)
})

test('Of a long list few are in the document, and all can be reached, none twice', async () => {
  await show(20)
  const more = page.getByRole('button', { name: 'More' })
  for (let count = 40; count <= TOTAL; count += 20) {
    await more.click()
    await frame()
    expect(rendered().length).toBeLessThanOrEqual(MOST)
  }
  await isWindowed()
  const found = new Map<number, string>()
  for (let place = 0, end = 1; place < end; place += 400) {
    await scrollTo(place)
    const items = rendered()
    expect(items.length).toBeLessThanOrEqual(MOST)
    for (const item of items) {
      expect(item.getAttribute('aria-setsize')).toBe(String(TOTAL))
      found.set(placeOf(item), item.textContent)
    }
    end = document.documentElement.scrollHeight
  }
  expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: TOTAL }, (_, index) => index + 1))
  expect(new Set(found.values()).size).toBe(TOTAL)
})

test('More at the end moves nothing that is seen', async () => {
  await show(60)
  await isWindowed()
  const more = page.getByRole('button', { name: 'More' })
  for (let turn = 0; turn < 3; turn++) {
    more.element().scrollIntoView({ block: 'end' })
    await frame()
    const seen = rendered().filter((item) => item.getBoundingClientRect().top >= 0)
    const before = new Map(seen.map((item) => [placeOf(item), item.getBoundingClientRect().top]))
    expect(before.size).toBeGreaterThan(3)
    await more.click()
    await frame()
    const after = new Map(rendered().map((item) => [placeOf(item), item.getBoundingClientRect().top]))
    for (const [place, top] of before) expect(Math.abs((after.get(place) ?? Infinity) - top)).toBeLessThanOrEqual(1)
  }
})

test('An item that has the focus keeps it when it is scrolled away, and Tab goes on from there', async () => {
  await show(200)
  await isWindowed()
  const link = rendered()[1]?.querySelector('a')
  link?.focus()
  await scrollTo(document.documentElement.scrollHeight)
  await expect.poll(() => placeOf(rendered().at(-1))).toBe(200)
  expect(document.activeElement).toBe(link)
  await userEvent.tab()
  await expect.poll(() => placeOf(document.activeElement?.closest('li'))).toBe(3)
  await expect.element(page.elementLocator(document.activeElement ?? document.body)).toBeInViewport()
})

test('Another width shows the same items at the upper edge', async () => {
  await show(200)
  await isWindowed()
  await scrollTo(document.documentElement.scrollHeight / 2)
  const first = rendered().find((item) => item.getBoundingClientRect().top >= 0)
  const place = placeOf(first)
  expect(place).toBeGreaterThan(20)
  await page.viewport(700, 900)
  await expect
    .poll(() => {
      const { top = -1, bottom = -1 } =
        rendered()
          .find((item) => placeOf(item) === place)
          ?.getBoundingClientRect() ?? {}
      return bottom > 0 && top < 900
    })
    .toBe(true)
})

import { useState, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { createSlot, type Filling } from './slot.tsx'

interface Props {
  name: string
}

const Greeting = ({ name }: Props) => <p>Habari {name}</p>

/** A part that counts its presses, which another one in its place would begin anew. */
function Counter({ name }: Props) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  )
}

function Page({ Parts }: { Parts: (props: Props) => ReactNode }) {
  const [name, setName] = useState('Amina')
  return (
    <>
      <button type="button" onClick={() => setName('Juma')}>
        rename
      </button>
      <Parts name={name} />
    </>
  )
}

test('Parts stand in the order in which they were added, once each, and keep their state', async () => {
  const slot = createSlot<Props>()
  const counter: Filling = slot.with(() => Promise.resolve({ Part: Counter }))
  for (const { add } of [counter, slot.with(() => Promise.resolve({ Part: Greeting })), counter]) add()
  await renderPage(<Page Parts={(props) => <slot.Parts {...props} />} />)
  await page.getByRole('button', { name: 'Amina 0' }).click()
  await page.getByRole('button', { name: 'rename' }).click()
  await expect.element(page.getByRole('button', { name: 'Juma 1' })).toBeVisible()
  await expect.element(page.getByText('Habari Juma')).toBeVisible()
  const text = document.body.textContent
  expect(text.indexOf('Juma 1')).toBeLessThan(text.indexOf('Habari Juma'))
})

test('A part that is loaded ahead is there at once, and its code is asked for once', async () => {
  const slot = createSlot<Props, string, number>()
  expect(slot.hasParts()).toBe(false)
  const load = vi.fn((context: string) => Promise.resolve(context.length))
  const importPart = vi.fn(() => Promise.resolve({ Part: Greeting, load }))
  slot.with(importPart).add()
  expect(slot.hasParts()).toBe(true)
  expect(await slot.load('abc')).toEqual([3])
  await slot.preload()
  expect(importPart).toHaveBeenCalledTimes(1)
  await renderPage(<slot.Parts name="Neema" />)
  expect(document.body.textContent).toContain('Habari Neema')
})

test('Code that could not be loaded is asked for again by the next page', async () => {
  const slot = createSlot<Props>()
  const importPart = vi.fn(() => Promise.resolve({ Part: Greeting }))
  importPart.mockRejectedValueOnce(new Error('cut'))
  slot.with(importPart).add()
  await expect(slot.preload()).rejects.toThrow('cut')
  await slot.preload()
  await renderPage(<slot.Parts name="Neema" />)
  await expect.element(page.getByText('Habari Neema')).toBeVisible()
})

test('What stands there otherwise is seen without a part, while one is loaded, and where it could not be loaded', async () => {
  const slot = createSlot<Props>()
  const plain = <bdi>Neema</bdi>
  await renderPage(<slot.Parts name="Neema" otherwise={plain} />)
  await expect.element(page.getByText('Neema', { exact: true })).toBeVisible()
  const { promise, reject } = Promise.withResolvers<never>()
  slot.with(() => promise).add()
  await renderPage(
    <>
      <h1>Kitabu</h1>
      <slot.Parts name="Neema" otherwise={plain} />
      <slot.Parts name="Neema" />
    </>,
  )
  expect(page.getByText('Neema', { exact: true }).elements().length).toBeGreaterThan(0)
  expect(page.getByRole('alert').elements()).toHaveLength(0)
  reject(new TypeError('Failed to fetch dynamically imported module: /assets/part.js'))
  await expect.element(page.getByRole('alert')).toHaveTextContent(m.error_FILE_LOST())
  expect(page.getByRole('alert').elements()).toHaveLength(1)
  await expect.element(page.getByRole('heading', { name: 'Kitabu' })).toBeVisible()
})

import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CodeField } from './code-field.tsx'

function Page({ error, onComplete }: { error?: string; onComplete: (code: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <CodeField
      ref={field}
      label="Code"
      hint="Six digits"
      error={error}
      onChange={() => undefined}
      onComplete={() => onComplete(field.current?.value ?? '')}
    />
  )
}

const field = page.getByRole('textbox', { name: 'Code' })
const boxes = () => [...document.querySelectorAll<HTMLElement>('.code-boxes span')]

test.each([
  ['with a space', ' 123 456 '],
  ['with a dash', '123–456'],
  ['in Arabic digits', '١٢٣٤٥٦'],
  ['right to left', '\u200F123456'],
  ['between isolates, with a point', '\u2068123456\u2069.'],
  ['with a minus sign', '123\u2212456'],
  ['in full-width digits', '１２３４５６'],
  ['within its sentence', '123456 is your code for Maktaba'],
])('A code %s is complete, once', async (_, text) => {
  const complete = vi.fn()
  await render(<Page onComplete={complete} />)
  await field.fill(text)
  await expect.element(field).toHaveValue('123456')
  expect(complete.mock.calls).toEqual([['123456']])
})

test('Typed digit by digit a code is complete with the sixth', async () => {
  const complete = vi.fn()
  await render(<Page onComplete={complete} />)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('١٢٣45')
  expect(complete).not.toHaveBeenCalled()
  await userEvent.keyboard('6')
  expect(complete.mock.calls).toEqual([['123456']])
})

test('What is no digit stays and is not taken away', async () => {
  const complete = vi.fn()
  await render(<Page onComplete={complete} />)
  await field.fill('12345678')
  await expect.element(field).toHaveValue('12345678')
  expect(complete).not.toHaveBeenCalled()
})

test('The box of the next digit shows that the field has the focus', async () => {
  await render(<Page onComplete={() => undefined} />)
  await expect.element(field).toHaveFocus()
  const edgeOf = (place: number) => {
    const { borderColor, boxShadow, outline } = getComputedStyle(boxes()[place] ?? document.body)
    return `${borderColor} ${boxShadow} ${outline}`
  }
  expect(boxes()).toHaveLength(6)
  await expect.poll(() => edgeOf(0)).not.toBe(edgeOf(1))
  await userEvent.keyboard('12')
  await expect.poll(() => edgeOf(2)).not.toBe(edgeOf(0))
  const focused = edgeOf(2)
  field.element().blur()
  await expect.poll(() => edgeOf(2)).not.toBe(focused)
})

test('An error takes the place of the hint, and marks the field', async () => {
  const { rerender } = await render(<Page onComplete={() => undefined} />)
  await expect.element(field).toHaveAccessibleDescription('Six digits')
  await rerender(<Page onComplete={() => undefined} error="Wrong code" />)
  await expect.element(field).toHaveAccessibleDescription('Wrong code')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
})

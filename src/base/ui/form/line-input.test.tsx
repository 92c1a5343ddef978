import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LineInput } from './inputs.tsx'

function Page({ readOnly = false }: { readOnly?: boolean }) {
  const [value, setValue] = useState('A ')
  return (
    <LineInput
      name="title"
      label="Title"
      value={value}
      isOptional
      error={undefined}
      readOnly={readOnly}
      autoFocus={false}
      className=""
      onChange={setValue}
    />
  )
}

const field = page.getByRole('textbox', { name: 'Title' })

/** Pastes as another program would; returns whether the browser is left to do it. */
function paste(text: string): boolean {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  return field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test.each([
  ['two cells of a spreadsheet', 'one\ttwo\r\n', 'A one two'],
  ['marks of direction', '\u202Bكتاب الحياة\u202C', 'A كتاب الحياة'],
])('What a field of one line would refuse is pasted without it: %s', async (_, text, expected) => {
  await render(<Page />)
  await userEvent.click(field)
  await userEvent.keyboard('{End}')
  expect(paste(text)).toBe(false)
  await expect.element(field).toHaveValue(expected)
})

test('Any other text is left to the browser, and so is a field that cannot be changed', async () => {
  const shown = await render(<Page />)
  await userEvent.click(field)
  expect(paste('Half of a Yellow Sun')).toBe(true)
  await shown.rerender(<Page readOnly />)
  expect(paste('one\ttwo')).toBe(true)
})

import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SearchField } from '../list/search-field.tsx'
import { ScannedInput } from './inputs.tsx'

function Label() {
  const [value, setValue] = useState('')
  const props = {
    name: 'number',
    label: 'Number',
    isOptional: false,
    error: undefined,
    readOnly: false,
    autoFocus: false,
    className: '',
  }
  return <ScannedInput {...props} value={value} onChange={setValue} />
}

/** Types the keys of a US keyboard at a scanner's speed, as a layout of the computer shows them. */
function scan(field: HTMLInputElement, signs: [shown: string, code: string][]): void {
  field.focus()
  for (const [key, code] of signs) {
    field.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
    document.execCommand('insertText', false, key)
  }
}
// A001 on a French layout.
const A001: [string, string][] = [
  ['Q', 'KeyA'],
  ['à', 'Digit0'],
  ['à', 'Digit0'],
  ['&', 'Digit1'],
]
const input = (name: string): HTMLInputElement => {
  const field = page.getByLabelText(name).element()
  if (!(field instanceof HTMLInputElement)) throw new Error(`${name} is no input`)
  return field
}

test('A label that is scanned on another layout is read by its keys', async () => {
  await render(<Label />)
  scan(input('Number'), A001)
  await expect.element(page.getByLabelText('Number')).toHaveValue('Qàà&')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Number')).toHaveValue('a001')
})

test('A search is sent by the keys of the scanner, and as it is where a person typed it', async () => {
  const sent: string[] = []
  await render(
    <SearchField value="" label="Search" placeholder="" action="/" onSubmit={(term) => void sent.push(term)} />,
  )
  scan(input('Search'), A001)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toEqual(['a001'])
  await userEvent.clear(page.getByLabelText('Search'))
  await userEvent.type(page.getByLabelText('Search'), 'élan')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toEqual(['a001', 'élan'])
})

test('A line feed behind a scan sends what the keys say, and opens no page of the browser', async () => {
  const sent: string[] = []
  await render(
    <SearchField value="" label="Search" placeholder="" action="/" onSubmit={(term) => void sent.push(term)} />,
  )
  const field = input('Search')
  scan(field, A001)
  const feed = { key: 'j', code: 'KeyJ', ctrlKey: true, bubbles: true, cancelable: true }
  expect(field.dispatchEvent(new KeyboardEvent('keydown', feed))).toBe(false)
  await expect.poll(() => sent).toEqual(['a001'])
})

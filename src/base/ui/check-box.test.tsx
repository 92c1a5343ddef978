import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CheckBox } from './check-box.tsx'

const isDrawnChosen = (name: string): boolean =>
  getComputedStyle(page.getByRole('radio', { name }).element(), '::before').content !== 'none'

test('In a group without a choice no radio button looks chosen; then only the chosen one does', async () => {
  await render(
    <fieldset>
      {['Yours', 'Theirs'].map((name) => (
        <label key={name}>
          <CheckBox type="radio" name="side" /> {name}
        </label>
      ))}
    </fieldset>,
  )
  expect(['Yours', 'Theirs'].map(isDrawnChosen)).toEqual([false, false])
  await page.getByRole('radio', { name: 'Theirs' }).click()
  expect(['Yours', 'Theirs'].map(isDrawnChosen)).toEqual([false, true])
})

test('A check box that is partly checked looks so', async () => {
  await render(<CheckBox aria-label="All" ref={(box) => void (box && (box.indeterminate = true))} />)
  const box = page.getByRole('checkbox', { name: 'All' }).element()
  expect(getComputedStyle(box, '::before').content).not.toBe('none')
})

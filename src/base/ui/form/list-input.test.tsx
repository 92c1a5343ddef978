import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { splitList } from '#base/lib/list-cell.ts'
import { ListInput } from './list-input.tsx'

const changed = vi.fn<(items: readonly string[]) => void>()
const sent = vi.fn<() => void>()
const value = () => changed.mock.lastCall?.[0]

beforeEach(() => {
  changed.mockReset()
  sent.mockReset()
})

const NONE: string[] = []

function Page({ start = NONE, problemOf }: { start?: string[]; problemOf?: (typed: string) => string | undefined }) {
  const [items, setItems] = useState<readonly string[]>(start)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent()
      }}
    >
      <ListInput
        name="subjects"
        label="Subjects"
        value={items}
        isOptional
        error={undefined}
        readOnly={false}
        autoFocus={false}
        className=""
        split={splitList}
        {...(problemOf && { problemOf })}
        onChange={(next) => {
          setItems(next)
          changed(next)
        }}
      />
    </form>
  )
}

const field = page.getByRole('textbox', { name: 'Subjects' })
const chips = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)

test('What is typed becomes a chip by Enter, several between semicolons, and Enter alone is that of the form', async () => {
  await render(<Page start={['Algeria']} />)
  await userEvent.click(field)
  await userEvent.keyboard('War; Peace;{Enter}')
  expect(chips()).toEqual(['Algeria', 'War', 'Peace'])
  expect(value()).toEqual(['Algeria', 'War', 'Peace'])
  expect(sent).not.toHaveBeenCalled()
  await userEvent.keyboard('War{Enter}')
  expect(value()).toEqual(['Algeria', 'War', 'Peace'])
  await userEvent.keyboard('{Enter}')
  expect(sent).toHaveBeenCalledOnce()
})

test('What is typed counts before it is a chip, and leaving the field moves nothing', async () => {
  await render(<Page start={['Algeria']} />)
  await userEvent.click(field)
  await userEvent.keyboard('War; Peace')
  expect([value(), chips()]).toEqual([['Algeria', 'War', 'Peace'], ['Algeria']])
  await userEvent.tab()
  await expect.element(field).toHaveValue('War; Peace')
  expect([value(), chips()]).toEqual([['Algeria', 'War', 'Peace'], ['Algeria']])
})

test('Backspace takes the last one back into the field, and a press removes one', async () => {
  await render(<Page start={['Algeria', 'War']} />)
  await userEvent.click(field)
  await userEvent.keyboard('{Backspace}')
  await expect.element(field).toHaveValue('War')
  await userEvent.keyboard('s{Enter}')
  expect(value()).toEqual(['Algeria', 'Wars'])
  await userEvent.click(page.getByRole('button', { name: 'Remove Algeria' }))
  expect(value()).toEqual(['Wars'])
  await expect.element(field).toHaveFocus()
})

test('What is no item stays in the field and says why', async () => {
  await render(<Page problemOf={(typed) => (typed.length < 5 ? 'Too short' : undefined)} />)
  await userEvent.click(field)
  await userEvent.keyboard('War{Enter}')
  await expect.element(field).toHaveAccessibleDescription('Too short')
  await userEvent.tab()
  await expect.element(field).toHaveValue('War')
  expect([value(), chips()]).toEqual([['War'], []])
  expect(sent).not.toHaveBeenCalled()
})

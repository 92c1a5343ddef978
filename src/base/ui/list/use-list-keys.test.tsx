import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { rowKey, useListKeys, viewsKey } from './use-list-keys.ts'

function Page({ onNew }: { onNew?: () => void }) {
  useListKeys({ onNew })
  return (
    <main>
      <form role="search">
        <input type="search" aria-label="Search" />
      </form>
      {['A', 'B', 'C'].map((name) => (
        <div key={name} role="row">
          <input type="checkbox" aria-label={`Select ${name}`} {...rowKey('select')} />
          <a href={`#${name}`} {...rowKey('open')}>
            {name}
          </a>
        </div>
      ))}
    </main>
  )
}

const search = page.getByRole('searchbox')
const row = (name: string) => page.getByRole('link', { name, exact: true })

test('The arrows move between the rows, from the first on', async () => {
  await render(<Page />)
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(document.body)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row('A')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(row('C')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(row('B')).toHaveFocus()
})

test('j and k move as the arrows do', async () => {
  await render(<Page />)
  await userEvent.keyboard('jj')
  await expect.element(row('B')).toHaveFocus()
  await userEvent.keyboard('k')
  await expect.element(row('A')).toHaveFocus()
})

test('From a checkbox the arrows move between checkboxes', async () => {
  await render(<Page />)
  page.getByRole('checkbox', { name: 'Select A' }).element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('checkbox', { name: 'Select B' })).toHaveFocus()
})

test('v opens the views of the list, and types itself in a field', async () => {
  const open = vi.fn()
  await render(
    <>
      <main>
        <button {...viewsKey} type="button" onClick={open}>
          Views
        </button>
      </main>
      <Page />
    </>,
  )
  await userEvent.keyboard('v')
  expect(open).toHaveBeenCalledOnce()
  await userEvent.click(search)
  await userEvent.keyboard('v')
  expect(open).toHaveBeenCalledOnce()
  await expect.element(search).toHaveValue('v')
})

test('x selects the row that has the focus, and takes it back', async () => {
  await render(<Page />)
  const box = page.getByRole('checkbox', { name: 'Select B' })
  await userEvent.keyboard('x')
  await expect.element(box).not.toBeChecked()
  row('B').element().focus()
  await userEvent.keyboard('x')
  await expect.element(box).toBeChecked()
  await expect.element(row('B')).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(box).not.toBeChecked()
})

test('The stroke leads to the search, where the keys are letters', async () => {
  const open = vi.fn()
  await render(<Page onNew={open} />)
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('n/x')
  await expect.element(search).toHaveValue('n/x')
  expect(open).not.toHaveBeenCalled()
})

test('n opens a new one, alone only', async () => {
  const open = vi.fn()
  await render(<Page onNew={open} />)
  await userEvent.keyboard('{Control>}b{/Control}{Shift>}n{/Shift}')
  expect(open).not.toHaveBeenCalled()
  await userEvent.keyboard('n')
  expect(open).toHaveBeenCalledTimes(1)
})

test('From the search field the arrow down leads to what is found, and Esc leaves it when it is empty', async () => {
  const onNew = vi.fn()
  await render(<Page onNew={onNew} />)
  await userEvent.keyboard('/')
  await userEvent.keyboard('grit{ArrowDown}')
  await expect.element(row('A')).toHaveFocus()
  await userEvent.keyboard('/')
  await userEvent.keyboard('x{Escape}n')
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('n')
  await userEvent.keyboard('{Escape}{Escape}n')
  await expect.element(search).not.toHaveFocus()
  expect(onNew).toHaveBeenCalledOnce()
})

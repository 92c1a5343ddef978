import { useEffect, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#base/i18n/paraglide/messages.js'
import { ComboBox } from './combo-box.tsx'

const GENRES = ['Essays', 'History', 'Poetry', 'Science', 'Science fiction'].map((label) => ({ id: label, label }))

const listen = vi.fn()
beforeEach(() => void listen.mockClear())

function Page({ mustPick = false, canCreate = false }: { mustPick?: boolean; canCreate?: boolean }) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState('')
  useEffect(() => {
    const hear = ({ key }: KeyboardEvent) => listen(key)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        listen('submit')
      }}
    >
      <ComboBox
        label="Genre"
        text={text}
        options={[
          ...GENRES.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())),
          ...(canCreate ? [{ id: 'new', label: `Create ${text}`, isNew: true }] : []),
        ]}
        mustPick={mustPick}
        onType={setText}
        onPick={({ label }) => {
          setText(label)
          setPicked(label)
        }}
      />
      <output>{picked}</output>
    </form>
  )
}

const field = page.getByRole('combobox', { name: 'Genre' })
const list = page.getByRole('listbox', { name: 'Genre' })
const active = page.getByRole('option', { selected: true })
const picked = page.getByRole('status').last()

test('Typing shows what fits, and says how many', async () => {
  await render(<Page />)
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await field.fill('sc')
  await expect.element(list.getByRole('option')).toHaveLength(2)
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByRole('status').first()).toHaveTextContent(m.combo_count({ count: 2 }))
  await expect.element(active).not.toBeInTheDocument()
})

test('An option that leaves the list while it is marked gives its place to the first one', async () => {
  function Answers() {
    const [options, setOptions] = useState(GENRES)
    const [text, setText] = useState('')
    return (
      <form onSubmit={() => listen('submit')}>
        <ComboBox label="Genre" text={text} options={options} onType={setText} onPick={({ label }) => setText(label)} />
        <button type="button" onClick={() => setOptions(GENRES.slice(2))}>
          Answer
        </button>
      </form>
    )
  }
  await render(<Answers />)
  await field.fill('e')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(active).toHaveTextContent('Essays')
  page
    .getByRole('button', { name: 'Answer' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(active).toHaveTextContent('Poetry')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Poetry')
  expect(listen).not.toHaveBeenCalled()
})

test('Up and down choose, round the ends, and Enter takes', async () => {
  await render(<Page />)
  await field.fill('sc')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(active).toHaveTextContent('Science')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(active).toHaveTextContent('Science fiction')
  expect(field.element().getAttribute('aria-activedescendant')).toBe(active.element().id)
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Science fiction')
  await expect.element(picked).toHaveTextContent('Science fiction')
  await expect.element(list).not.toBeInTheDocument()
  expect(listen).not.toHaveBeenCalledWith('submit')
})

test('Enter with nothing chosen is the form’s', async () => {
  await render(<Page />)
  await field.fill('sc')
  await userEvent.keyboard('{Enter}')
  expect(listen).toHaveBeenCalledWith('submit')
})

test('Escape closes the list and nothing else; then it is for others', async () => {
  await render(<Page />)
  await field.fill('sc')
  await expect.element(list).toBeVisible()
  listen.mockClear()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  expect(listen).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(listen).toHaveBeenCalledWith('Escape')
  await expect.element(field).toHaveValue('sc')
})

test('A press takes an option, and the field keeps the focus', async () => {
  await render(<Page />)
  await field.fill('po')
  await page.getByRole('option', { name: 'Poetry' }).click()
  await expect.element(field).toHaveValue('Poetry')
  await expect.element(field).toHaveFocus()
  await expect.element(list).not.toBeInTheDocument()
})

test('Where an option must be picked, leaving the field takes the first that fits', async () => {
  await render(<Page mustPick />)
  await field.fill('po')
  await expect.element(active).toHaveTextContent('Poetry')
  await userEvent.tab()
  await expect.element(field).toHaveValue('Poetry')
  await expect.element(picked).toHaveTextContent('Poetry')
})

test('Where an option must be picked, Enter takes the first that fits', async () => {
  await render(<Page mustPick />)
  await field.fill('SCI')
  await userEvent.keyboard('{Enter}')
  await expect.element(picked).toHaveTextContent('Science')
  expect(listen).not.toHaveBeenCalledWith('submit')
})

test('What fits nothing stays as it was typed', async () => {
  await render(<Page mustPick />)
  await field.fill('zzzz')
  await userEvent.tab()
  await expect.element(field).toHaveValue('zzzz')
  await expect.element(picked).toHaveTextContent('')
})

test.each([true, false])('Arrow down and Enter take the first that fits (must pick: %s)', async (mustPick) => {
  await render(<Page mustPick={mustPick} canCreate />)
  await field.fill('sci')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(active).toHaveTextContent('Science')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Science')
})

test('Where an option must be picked, the second arrow down goes to the second, and what can be created comes last', async () => {
  await render(<Page mustPick canCreate />)
  await field.fill('sci')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(active).toHaveTextContent('Science fiction')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(active).toHaveTextContent('Create sci')
  await userEvent.keyboard('{Enter}')
  await expect.element(picked).toHaveTextContent('Create sci')
})

test('What can be created is so by an arrow and Enter or a press, not by typing, Enter or leaving the field', async () => {
  await render(<Page mustPick canCreate />)
  await field.fill('Manga')
  await expect.element(page.getByRole('option', { name: 'Create Manga' })).toBeVisible()
  await expect.element(active).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await expect.element(field).toHaveValue('Manga')
  await expect.element(picked).toHaveTextContent('')
  await field.fill('Maps')
  listen.mockClear()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(active).toHaveTextContent('Create Maps')
  await userEvent.keyboard('{Enter}')
  await expect.element(picked).toHaveTextContent('Create Maps')
  expect(listen).not.toHaveBeenCalledWith('submit')
})

test('What can be created comes after what fits', async () => {
  await render(<Page mustPick canCreate />)
  await field.fill('sci')
  await expect.element(list.getByRole('option')).toHaveLength(3)
  await expect.element(active).toHaveTextContent('Science')
  await userEvent.tab()
  await expect.element(picked).toHaveTextContent('Science')
})

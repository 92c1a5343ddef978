import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { DialogCancel } from '../dialog/dialog-cancel.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { Form } from './form.tsx'
import { TextField } from './text-field.tsx'
import { useForm } from './use-form.ts'

const schema = z.object({ name: z.string() })
const save = vi.fn(async (input: { name: string }) => input)

/** A form that says nothing of what it has to lose. */
function NameForm() {
  const [name, setName] = useState('Amina')
  const form = useForm({ schema, values: () => ({ name }), save })
  return (
    <Form {...form.props}>
      <TextField label="Name" name="name" value={name} onChange={({ target }) => setName(target.value)} />
      <button type="submit">Save</button>
    </Form>
  )
}

function Page() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Edit" closeLabel="Close">
        <NameForm />
        <DialogCancel />
      </Dialog>
    </>
  )
}

const field = page.getByRole('textbox', { name: 'Name' })
const question = page.getByRole('alertdialog', { name: m.unsaved_title() })
const dialog = page.getByRole('dialog', { name: 'Edit' })
const stay = question.getByRole('button', { name: m.unsaved_stay() })
const leave = question.getByRole('button', { name: m.unsaved_leave() })
const away = page.getByRole('link', { name: 'Away' })

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Cancel', () => userEvent.click(dialog.getByRole('button', { name: m.common_cancel() }))],
  ['its close button', () => userEvent.click(dialog.getByRole('button', { name: 'Close' }))],
])('A dialog that %s closes asks first if something was typed, and only then', async (_, close) => {
  await renderPage(<Page />)
  const open = () => userEvent.click(page.getByRole('button', { name: 'Open' }))
  await open()
  await expect.element(field).toHaveValue('Amina')
  await close()
  await expect.element(dialog).not.toBeInTheDocument()
  await open()
  await userEvent.fill(field, 'Juma')
  await close()
  await userEvent.click(stay)
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Juma')
  await userEvent.fill(field, 'Amina')
  await close()
  await expect.element(dialog).not.toBeInTheDocument()
  await open()
  await userEvent.fill(field, 'Juma')
  await close()
  await userEvent.click(leave)
  await expect.element(dialog).not.toBeInTheDocument()
  await open()
  await expect.element(field).toHaveValue('Amina')
})

test('A page with a form asks before it is left for another one, and no more once it is saved', async () => {
  const address = await renderPage(
    <>
      <NameForm />
      <Link to="/app">Away</Link>
    </>,
  )
  await userEvent.fill(field, 'Juma')
  await userEvent.click(away)
  await userEvent.click(stay)
  expect(address()).toBe('/')
  await expect.element(field).toHaveValue('Juma')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce())
  await userEvent.click(away)
  await expect.poll(address).toBe('/app')
})

test('A search has nothing to lose', async () => {
  const address = await renderPage(
    <>
      <Form isChanged={false} role="search">
        <TextField label="Name" name="name" />
      </Form>
      <Link to="/app">Away</Link>
    </>,
  )
  await userEvent.fill(field, 'Juma')
  await userEvent.click(away)
  await expect.poll(address).toBe('/app')
})

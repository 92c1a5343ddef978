import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { updateName } from '#base/auth/browser/calls.ts'
import { localError } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { ChangeName } from './change-name.tsx'

vi.mock('#base/auth/browser/calls.ts', () => ({ updateName: vi.fn() }))
vi.mock('#kit/me/refresh-me.data.ts', () => ({ useRefreshMe: () => () => Promise.resolve() }))

const onClose = vi.fn()

function Drawer() {
  return <ChangeName name="Amina" isOpen onClose={onClose} opener={useRef(null)} />
}

const field = page.getByRole('textbox', { name: m.onboarding_name_label() })
const submit = page.getByRole('button', { name: m.account_name_submit() })

test('What is wrong with a name is said in place, and the name is kept', async () => {
  await renderPage(<Drawer />)
  for (const [typed, text] of [
    ['', m.name_required()],
    ['   ', m.name_required()],
    ['x'.repeat(101), m.validation_string_max({ limit: 100 })],
    ['Ami\u0007na', m.name_invalid()],
  ] as const) {
    await userEvent.fill(field, typed)
    await userEvent.click(submit)
    await expect.element(page.getByRole('alert')).toHaveTextContent(text)
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue(typed)
  }
  await userEvent.fill(field, 'Amina')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(updateName).not.toHaveBeenCalled()
})

test('A name that could not be changed stays in the drawer, and a toast says why', async () => {
  vi.mocked(updateName).mockRejectedValueOnce(localError('NETWORK'))
  await renderPage(<Drawer />)
  await userEvent.fill(field, 'Amina Juma')
  await userEvent.click(submit)
  const title = page.getByText(m.account_name_failed())
  await expect.element(title).toBeVisible()
  const toast = title.element().closest('li')
  expect(toast?.textContent).toContain(m.error_NETWORK())
  // Section 9 of the specification.
  expect(toast?.getBoundingClientRect().width).toBe(356)
  await expect.element(field).toHaveValue('Amina Juma')
  expect(onClose).not.toHaveBeenCalled()
})

test('A name is sent once, however often the button is pressed', async () => {
  // Answered after both presses, however far apart a busy machine makes them.
  const answer = Promise.withResolvers<never>()
  vi.mocked(updateName).mockReturnValue(answer.promise)
  await renderPage(<Drawer />)
  await expect.element(field).toHaveFocus()
  await userEvent.dblClick(submit)
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
  answer.resolve(undefined as never)
  await expect.element(page.getByText(m.account_name_updated())).toBeVisible()
  expect(updateName).toHaveBeenCalledOnce()
})

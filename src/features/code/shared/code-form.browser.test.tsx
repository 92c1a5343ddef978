import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { CodeForm } from './code-form.tsx'

vi.mock('#features/settings/settings.data.ts', () => ({ useSendsMail: () => true }))

const check = vi.fn(() => Promise.resolve())
const field = page.getByRole('textbox', { name: m.verify_code_label() })
const show = () => renderPage(<CodeForm email="amina@example.org" check={check} send={() => Promise.resolve()} />)

test('A code of another length or with letters is not sent at all', async () => {
  await show()
  for (const [typed, text] of [
    ['', m.code_required()],
    ['1234567', m.code_length()],
    ['12345', m.code_length()],
    ['12345x', m.code_invalid()],
  ] as const) {
    await userEvent.fill(field, typed)
    await userEvent.click(page.getByRole('button', { name: m.verify_submit() }))
    await expect.element(page.getByRole('alert')).toHaveTextContent(text)
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue(typed)
  }
  expect(check).not.toHaveBeenCalled()
})

test('A code typed in Arabic digits submits itself', async () => {
  await show()
  await userEvent.click(field)
  await userEvent.keyboard('٠١٢٣٤٥')
  await expect.poll(() => check.mock.calls).toEqual([['012345']])
})

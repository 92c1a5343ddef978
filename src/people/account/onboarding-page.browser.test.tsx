import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localError } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { onboard } from './account.data.ts'
import { OnboardingPage } from './onboarding-page.tsx'

vi.mock('./account.data.ts', () => ({ onboard: vi.fn() }))
vi.mock('#kit/me/me.data.ts', () => ({ currentUserQuery: { queryKey: ['current user'] } }))
vi.mock('./sign-out.tsx', () => ({ SignOut: () => null }))

const field = page.getByRole('textbox', { name: m.onboarding_name_label() })
const submit = page.getByRole('button', { name: m.onboarding_submit() })
const show = () => renderPage(<OnboardingPage path="/app" knownName="" sent={null} />)

test('A missing, too long or unreadable name is reported in place', async () => {
  await show()
  for (const [typed, text] of [
    ['', m.name_required()],
    ['   ', m.name_required()],
    ['a'.repeat(101), m.validation_string_max({ limit: 100 })],
    ['Ami\u0000na', m.name_invalid()],
  ] as const) {
    await userEvent.fill(field, typed)
    await userEvent.click(submit)
    await expect.element(page.getByRole('alert')).toHaveTextContent(text)
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue(typed)
  }
  expect(onboard).not.toHaveBeenCalled()
  await userEvent.fill(field, 'إلياس O’Brien-Ngũgĩ 🦉')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => vi.mocked(onboard).mock.calls).toEqual([[{ data: { name: 'إلياس O’Brien-Ngũgĩ 🦉' } }]])
})

test('When the name cannot be saved, a toast says so, the name stays, and it can be sent again', async () => {
  vi.mocked(onboard).mockRejectedValueOnce(localError('NETWORK'))
  await show()
  await userEvent.fill(field, 'Neema')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(m.onboarding_failure())).toBeVisible()
  await expect.element(field).toHaveValue('Neema')
  await userEvent.click(submit)
  await expect.poll(() => vi.mocked(onboard).mock.calls.length).toBe(2)
})

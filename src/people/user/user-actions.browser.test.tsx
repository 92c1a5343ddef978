import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localError } from '#base/errors/local-error.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { UserBan } from './ban/user-ban.tsx'
import { UserDelete } from './user-delete.tsx'
import { banUser, removeUser } from './user.data.ts'
import type { User } from './user.schema.ts'

const JUMA: User = {
  id: '0199a000-0000-7000-8000-000000000001',
  name: 'Juma',
  email: 'juma@example.org',
  emailVerified: true,
  role: 'user',
  banned: false,
  banReason: null,
  banExpires: null,
  onboardedAt: new Date(),
  invitedAt: null,
  createdAt: new Date(),
  version: 1,
  updatedAt: new Date(),
}

const refresh = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('./user.data.ts', () => ({
  banUser: vi.fn(),
  unbanUser: vi.fn(),
  removeUser: vi.fn(),
  useForgetUser: () => () => Promise.resolve(),
  useRefreshUsers: () => refresh,
}))
vi.mock('./trash/user-trash.data.ts', () => ({
  deletedUserQuery: () => ({ queryKey: ['deleted'], queryFn: () => null }),
}))
vi.mock('./trash/user-trash.ts', () => ({ useRestoreUsers: () => ({ restore: () => Promise.resolve() }) }))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 8000, useUndoLast: () => () => undefined }))
vi.mock('#kit/installation/installation.data.ts', () => ({ useSendsMail: () => false }))

test('A deletion that fails says why', async () => {
  vi.mocked(removeUser).mockRejectedValueOnce(localError('NETWORK'))
  const address = await renderPage(<UserDelete user={JUMA} />)
  const question = page.getByRole('alertdialog')
  await userEvent.click(page.getByRole('button', { name: m.user_delete() }))
  await userEvent.click(question.getByRole('button', { name: m.trash_move() }))
  await expect.element(page.getByText(m.user_delete_failed())).toBeVisible()
  await expect.element(page.getByText(m.error_NETWORK())).toBeVisible()
  await expect.element(question).toBeVisible()
  expect(address()).toBe('/')
})

test('A ban of which nobody could be told stands, and that is said', async () => {
  vi.mocked(banUser).mockResolvedValue({ ...JUMA, banned: true, isTold: false })
  await renderPage(<UserBan user={JUMA} />)
  await userEvent.click(page.getByRole('button', { name: m.user_ban() }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: m.user_ban() }))
  await expect.element(page.getByText(m.user_ban_done({ name: isolated('Juma') }))).toBeVisible()
  await expect.element(page.getByText(m.user_untold_outbox({ name: 'Juma' }))).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const data = { id: JUMA.id, version: 1, reason: '', until: null }
  expect(vi.mocked(banUser).mock.calls).toEqual([[{ data }]])
  expect(refresh).toHaveBeenCalledOnce()
})

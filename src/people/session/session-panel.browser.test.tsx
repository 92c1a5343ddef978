import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { revokeOtherSessions } from '#base/auth/browser/calls.ts'
import { localError } from '#base/errors/local-error.ts'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { revokeOwnSession, revokeUserSession, revokeUserSessions } from './session.data.ts'
import type { ListedSession } from './session.schema.ts'
import { OwnSessions } from './shared/own-sessions.tsx'
import { UserSessions } from '#people/user/sessions/user-sessions.tsx'

const ZONE = 'Africa/Nairobi'
const DAY = 86_400_000

const list = vi.hoisted(() => vi.fn())
vi.mock('./session.data.ts', async () => {
  const { useQueryClient } = await import('@tanstack/react-query')
  const query = { queryKey: ['sessions'], queryFn: list, retry: false }
  return {
    ownSessionsQuery: query,
    userSessionsQuery: () => query,
    revokeOwnSession: vi.fn(),
    revokeUserSession: vi.fn(),
    revokeUserSessions: vi.fn(),
    useRefreshOwnSessions: () => {
      const queryClient = useQueryClient()
      return () => queryClient.invalidateQueries(query)
    },
  }
})
vi.mock('#base/auth/browser/calls.ts', () => ({ revokeOtherSessions: vi.fn() }))
vi.mock('#people/passkey/passkey.data.ts', () => ({
  passkeysQuery: { queryKey: ['passkeys'], queryFn: () => ({ items: [] }) },
}))
vi.mock('#people/user/user.data.ts', () => ({ useRefreshUsers: () => () => Promise.resolve() }))

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY)

const ME = {
  id: '0199a000-0000-7000-8000-000000000001',
  name: 'Amina',
  email: 'amina@example.org',
  emailVerified: true,
  role: 'user',
  onboardedAt: new Date(),
  isImpersonated: false,
  needsPasskey: false,
  cameByCard: false,
}

/** The current session and so many others, used by the day. */
const sessions = (others: number): ListedSession[] =>
  Array.from({ length: others + 1 }, (_, days) => ({
    id: crypto.randomUUID(),
    label: 'b7f2·90ac',
    browser: null,
    system: null,
    ip: days === 0 ? null : '41.90.64.12',
    createdAt: daysFromNow(-days - 1 / 24),
    updatedAt: daysFromNow(-days),
    expiresAt: daysFromNow(30 - days),
    isCurrent: days === 0,
    isImpersonated: false,
  }))

/** What the server answers. */
let shown: ListedSession[]
beforeEach(() => list.mockImplementation(() => Promise.resolve(shown)))

const rows = page.getByRole('main').getByRole('listitem')
const question = page.getByRole('alertdialog')
const endOthers = page.getByRole('main').getByRole('button', { name: m.account_sessions_end() })
const confirm = (name: string) => userEvent.click(question.getByRole('button', { name, exact: true }))
const own = () => renderPage(<OwnSessions me={ME} timeZone={ZONE} />)

test('A sign-in shows its address, its times and its fingerprint on request', async () => {
  shown = sessions(1)
  await own()
  const row = rows.last()
  await expect.element(row).toMatchTextContent(m.account_session_unknown())
  await expect.element(row).toMatchTextContent(m.account_session_used({ when: 'yesterday' }))
  await expect.element(row.getByText('41.90.64.12')).not.toBeVisible()
  row.getByRole('button', { expanded: false }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row.getByText('41.90.64.12')).toBeVisible()
  const { createdAt, expiresAt } = shown[1]!
  expect(
    row
      .getByRole('definition')
      .all()
      .map((fact) => fact.element().textContent),
  ).toEqual(['41.90.64.12', formatDate(createdAt, ZONE), formatDate(expiresAt, ZONE), 'b7f2·90ac'])
})

test('Of many sign-ins the first are shown, and all on request', async () => {
  shown = sessions(30)
  await own()
  await expect.element(rows.first()).toMatchTextContent(m.account_session_current())
  await expect.poll(() => rows.all().length).toBe(5)
  const all = page.getByRole('button', { name: m.account_sessions_show_all({ count: '31' }) })
  await userEvent.click(all)
  await expect.poll(() => rows.all().length).toBe(31)
  await expect.element(all).not.toBeInTheDocument()
})

test('Sign-ins that do not come are said, and can be asked for again', async () => {
  list.mockRejectedValueOnce(localError('NETWORK'))
  shown = sessions(0)
  await own()
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(m.account_sessions_load_failed())
  await userEvent.click(alert.getByRole('button', { name: m.common_try_again() }))
  await expect.poll(() => rows.all().length).toBe(1)
  await expect.element(alert).not.toBeInTheDocument()
})

test('An end that fails says so, and can be asked for again', async () => {
  vi.mocked(revokeOwnSession).mockRejectedValueOnce(localError('NETWORK'))
  vi.mocked(revokeOtherSessions)
    .mockResolvedValue(undefined as never)
    .mockRejectedValueOnce(localError('NETWORK'))
  shown = sessions(4)
  await own()
  await userEvent.click(rows.last().getByRole('button').last())
  await confirm(m.account_sign_out())
  await expect.element(page.getByText(m.account_session_failed())).toBeVisible()
  await expect.element(page.getByText(m.error_NETWORK())).toBeVisible()
  await confirm(m.common_cancel())
  await userEvent.click(endOthers)
  await expect
    .element(question)
    .toHaveAccessibleDescription(`${m.account_sessions_end_text()} ${m.way_back_code({ email: ME.email })}`)
  await confirm(m.account_sessions_end())
  await expect.element(page.getByText(m.account_sessions_failed())).toBeVisible()
  shown = shown.slice(0, 1)
  await confirm(m.account_sessions_end())
  await expect.poll(() => rows.all().length).toBe(1)
})

test('Sessions of a user that cannot be ended stay in the list, with an error', async () => {
  vi.mocked(revokeUserSession).mockRejectedValueOnce(localError('NETWORK'))
  vi.mocked(revokeUserSessions).mockRejectedValueOnce(localError('NETWORK'))
  shown = sessions(4).slice(1)
  const user = { id: '0199a000-0000-7000-8000-000000000001', name: 'Juma', email: 'juma@example.org' }
  await renderPage(<UserSessions user={user} timeZone={ZONE} isMe={false} onRefused={() => false} />)
  await userEvent.click(rows.first().getByRole('button'))
  await confirm(m.user_session_revoke())
  await expect.element(page.getByText(m.account_session_failed())).toBeVisible()
  await expect.element(page.getByText(m.error_NETWORK())).toBeVisible()
  await confirm(m.common_cancel())
  await userEvent.click(page.getByRole('button', { name: m.user_sessions_revoke(), exact: true }))
  await confirm(m.user_sessions_revoke())
  await expect.element(page.getByText(m.account_sessions_failed())).toBeVisible()
  await confirm(m.common_cancel())
  expect(rows.all()).toHaveLength(4)
})

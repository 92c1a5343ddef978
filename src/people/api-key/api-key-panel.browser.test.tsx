import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { READING_SCOPES } from '#base/auth/api-key/key-scope.schema.ts'
import { localError } from '#base/errors/local-error.ts'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { KEY_LIMIT, type ApiKey, type ApiKeyInput } from './api-key.schema.ts'
import { ApiKeyPanel } from './shared/api-key-panel.tsx'

const ROLE = 'admin'
const ZONE = 'Africa/Nairobi'
const DAY = 86_400_000
const SECRET = `mkt_${'x'.repeat(43)}`

const calls = vi.hoisted(() => ({ list: vi.fn(), create: vi.fn(), revoke: vi.fn() }))
vi.mock('./api-key.data.ts', async () => {
  const { useQueryClient } = await import('@tanstack/react-query')
  const apiKeysQuery = { queryKey: ['keys'], queryFn: calls.list, retry: false }
  return {
    apiKeysQuery,
    createApiKey: calls.create,
    revokeApiKey: calls.revoke,
    useRefreshApiKeys: () => {
      const queryClient = useQueryClient()
      return () => queryClient.invalidateQueries(apiKeysQuery)
    },
  }
})
vi.mock('#kit/installation/installation.data.ts', () => ({ useIsLending: () => false }))
vi.mock('#people/code/shared/reauthentication-step.tsx', () => ({ needsReauthentication: () => false }))

/** The keys of a server that answers. */
let keys: ApiKey[]

const keyOf = ({ name, scopes, days }: ApiKeyInput): ApiKey => ({
  id: crypto.randomUUID(),
  name,
  prefix: SECRET.slice(0, 9),
  scopes,
  createdAt: new Date(),
  lastUsedAt: null,
  expiresAt: new Date(Date.now() + days * DAY),
})
const manyKeys = (count: number): ApiKey[] =>
  Array.from({ length: count }, (_, index) =>
    keyOf({ name: `Key ${index + 1}`, scopes: [...READING_SCOPES], days: 60 }),
  )

beforeEach(() => {
  keys = []
  calls.list.mockImplementation(() => Promise.resolve([...keys]))
  calls.create.mockImplementation(({ data }: { data: ApiKeyInput }) => {
    const made = keyOf(data)
    keys = [made, ...keys]
    return Promise.resolve({ ...made, key: SECRET })
  })
  calls.revoke.mockImplementation(({ data: { id } }: { data: { id: string } }) => {
    keys = keys.filter((key) => key.id !== id)
    return Promise.resolve()
  })
})

const dialog = page.getByRole('dialog')
const name = dialog.getByRole('textbox', { name: m.onboarding_name_label() })
const opener = page.getByRole('button', { name: m.account_key_new() })
const rows = page.getByRole('main').getByRole('listitem')
const heading = page.getByRole('heading', { name: m.account_keys_title() })
const button = (label: string) => dialog.getByRole('button', { name: label, exact: true })
const secret = dialog.getByText(SECRET)

const show = () => renderPage(<ApiKeyPanel email="amina@example.org" role={ROLE} timeZone={ZONE} />)

async function fillForm(text: string): Promise<void> {
  await userEvent.click(opener)
  await userEvent.fill(name, text)
}

test('A key that was not copied is not lost by mistake', async () => {
  await show()
  await fillForm('Sync')
  await userEvent.keyboard('{Enter}')
  await expect.element(secret).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toHaveAccessibleName(m.account_key_lose_title())
  await expect.element(button(m.account_key_lose_stay())).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(secret).toBeVisible()
  await userEvent.click(button(m.account_key_done()))
  await userEvent.click(button(m.account_key_lose_leave()))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(document.documentElement.innerHTML).not.toContain(SECRET)
  await expect.element(rows).toMatchTextContent('Sync')
  // The next form is empty.
  await userEvent.click(opener)
  await expect.element(name).toHaveValue('')
})

test('Without a clipboard the key is selected, and copied by hand', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'))
  await show()
  await fillForm('Sync')
  await userEvent.click(button(m.account_key_create()))
  await userEvent.click(button(m.account_key_copy()))
  await expect.element(page.getByRole('alert')).toHaveTextContent(m.account_version_copy_failed())
  expect(String(getSelection())).toContain(SECRET)
  await userEvent.copy()
  await userEvent.click(button(m.account_key_done()))
  await expect.element(dialog).not.toBeInTheDocument()
})

test('A key may what was chosen by the keyboard, and for how long', async () => {
  await show()
  await fillForm('')
  await userEvent.click(button(m.account_key_create()))
  await expect.element(page.getByRole('alert')).toHaveTextContent(m.name_required())
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('Sync')

  await userEvent.keyboard('{Tab}{ArrowDown}')
  await expect.element(dialog.getByRole('radio', { name: m.account_key_scopes_read_all() })).toBeChecked()
  await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(dialog.getByRole('radio', { name: m.account_key_scopes_choose() })).toBeChecked()
  const boxes = dialog.getByRole('checkbox').all()
  expect(boxes).toHaveLength(20)
  for (const box of boxes) if (box.element().matches(':checked')) await userEvent.click(box)
  await userEvent.click(button(m.account_key_create()))
  await expect.element(page.getByRole('alert')).toHaveTextContent(m.account_key_scope_required())
  await expect.element(boxes[0]!).toHaveFocus()
  await userEvent.keyboard(' ')
  const users = dialog.getByRole('group', { name: m.nav_users() })
  await userEvent.click(users.getByRole('checkbox', { name: m.account_key_scope_list(), exact: true }))
  await userEvent.click(dialog.getByRole('radio', { name: m.account_key_days({ days: 30 }) }))
  expect(calls.create).not.toHaveBeenCalled()
  await userEvent.click(button(m.account_key_create()))
  await expect.element(secret).toBeVisible()
  expect(calls.create.mock.calls).toEqual([[{ data: { name: 'Sync', scopes: ['book:read', 'user:list'], days: 30 } }]])
  await userEvent.click(button(m.account_key_done()))
  await userEvent.click(button(m.account_key_lose_leave()))
  await expect.element(rows).toMatchTextContent('Books (Read) · Users (List)')
  // In the time zone of the visitor.
  const date = formatDate(keys[0]!.expiresAt, ZONE)
  await expect.element(rows).toMatchTextContent(m.account_key_expires({ date }))
})

test('Keys that do not come are said, and can be asked for again', async () => {
  calls.list.mockRejectedValueOnce(localError('NETWORK'))
  await show()
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(m.account_keys_load_failed())
  await userEvent.click(alert.getByRole('button', { name: m.common_try_again() }))
  await expect.element(opener).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('A key that could not be made or revoked is said, and what was typed is kept', async () => {
  keys = [keyOf({ name: 'Old import', scopes: ['book:create'], days: -5 })]
  calls.create.mockRejectedValueOnce(localError('NETWORK'))
  calls.revoke.mockRejectedValueOnce(localError('NETWORK'))
  await show()
  await fillForm('Website 2')
  await userEvent.click(button(m.account_key_create()))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(m.error_NETWORK())
  await expect.element(name).toHaveValue('Website 2')
  await userEvent.click(button(m.common_cancel()))
  const question = page.getByRole('alertdialog')
  await userEvent.click(question.getByRole('button', { name: m.unsaved_leave() }))
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.click(rows.getByRole('button'))
  const revoke = question.getByRole('button', { name: m.account_key_revoke() })
  await userEvent.click(revoke)
  await expect.element(page.getByText(m.account_key_revoke_failed())).toBeVisible()
  await userEvent.click(revoke)
  await expect.element(page.getByText(m.account_keys_empty())).toBeVisible()
})

test('Of many keys the first are shown, and no 21st is made', async () => {
  keys = manyKeys(KEY_LIMIT - 1)
  await show()
  await fillForm('Key 20')
  await userEvent.click(button(m.account_key_create()))
  // The secret of the twentieth key stays on screen although the list is full now.
  const isFull = page.getByText(m.account_keys_full({ count: String(KEY_LIMIT) }))
  await expect.element(isFull).toBeInTheDocument()
  await expect.element(secret).toBeVisible()
  await userEvent.click(button(m.account_key_done()))
  await userEvent.click(button(m.account_key_lose_leave()))
  await expect.element(heading).toHaveFocus()
  await expect.poll(() => rows.all().length).toBe(5)
  await expect.element(opener).not.toBeInTheDocument()
  await expect.element(isFull).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.account_sessions_show_all({ count: String(KEY_LIMIT) }) }))
  await expect.poll(() => rows.all().length).toBe(KEY_LIMIT)
  await expect.element(rows.first()).toMatchTextContent('Key 20')
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { installationQuery } from '#kit/installation/installation.data.ts'
import type { Installation } from '#kit/installation/installation.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { now } from '#base/lib/clock.ts'
import { UserInvitation } from './user-invitation.tsx'
import { invitationTextQuery, userQuery } from '../user.data.ts'
import type { User } from '../user.schema.ts'

// The page of somebody who is gone meanwhile leads elsewhere.
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useRouter: () => ({}) }))

const user: User & { email: string } = {
  id: '0199c1f0-0000-7000-8000-000000000001',
  email: 'juma@example.org',
  name: 'Juma',
  role: 'user',
  emailVerified: false,
  banned: false,
  banReason: null,
  banExpires: null,
  onboardedAt: null,
  invitedAt: now(),
  createdAt: now(),
  updatedAt: now(),
  version: 1,
}
const settings: Installation = {
  version: '1',
  commit: null,
  builtAt: null,
  build: '',
  hint: { name: null, emoji: null, color: 'plum', isMarked: false },
  isDemo: false,
  sendsMail: true,
  codes: { installation: 'sources', command: '' },
  contactEmail: 'ask@example.org',
  starterCommand: '',
  providers: [],
  captcha: null,
  hasPasskeys: false,
  timeZone: 'UTC',
  isLending: false,
  isSetupOpen: false,
  hasCards: false,
  libraryName: null,
}
const text = 'Amina invites you\n\nSign in at http://library.local/login'

function shown(sendsMail: boolean, { isLost = false } = {}) {
  const client = new QueryClient()
  client.setQueryData(installationQuery.queryKey, { ...settings, sendsMail })
  client.setQueryData(userQuery(user.id).queryKey, user)
  client.setQueryData(invitationTextQuery(user.id).queryKey, { text, isLocal: false })
  client.setQueryData(['user', 'invitation lost', user.id], isLost)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <UserInvitation user={user} email={user.email} timeZone="UTC" />
    </QueryClientProvider>,
  )
}

test('An invitation that was mailed is said to be, with the way to send it again', () => {
  const html = shown(true)
  expect(html).toContain(m.user_invite_sent_now({ email: user.email }))
  expect(html).toContain(m.user_invite_again())
  expect(html).not.toContain(m.user_invite_copy())
})

test('One that was lost is said to be', () => {
  expect(shown(true, { isLost: true })).toContain(m.user_invite_lost({ email: user.email }))
})

test('Where no mail is sent, it is a text to pass on, and nothing says that it was sent', () => {
  const html = shown(false)
  expect(html).toContain(m.user_invite_copy_intro({ email: user.email }))
  expect(html).toContain(text)
  expect(html).toContain(m.user_invite_copy())
  expect(html).not.toContain(m.user_invite_sent_now({ email: user.email }))
  expect(html).not.toContain(m.user_invite_again())
})

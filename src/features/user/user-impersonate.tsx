import { useState } from 'react'
import { isBanned } from '#auth/session/ban.schema.ts'
import { can } from '#auth/permissions.ts'
import { m } from '#i18n/paraglide/messages.js'
import { navigateAway } from '#lib/leave.ts'
import { blockedInDemo } from '#lib/refusal.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useAction } from '#ui/use-action.ts'
import { impersonateUser } from './user.data.ts'
import { useGoneUser } from './user-outcome.ts'
import type { User } from './user.schema.ts'
import { userWord } from './user-word.ts'

/** Why this user cannot be impersonated; undefined if they can. */
export function whyNotImpersonated(user: User): string | undefined {
  if (can(user.role, 'user:impersonate')) return m.user_impersonate_admin()
  return isBanned(user) ? m.user_impersonate_banned() : undefined
}

/** Id of the element with the reason. */
export const WHY_NOT_ID = 'why-not-impersonated'

/** Impersonates a user after a confirmation. If that is not allowed, the button refers to the reason. */
export function UserImpersonate({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false)
  const isDenied = whyNotImpersonated(user) !== undefined
  const name = userWord(user)
  const impersonate = useAction(
    async () => {
      await impersonateUser({ data: { id: user.id } })
      // A full page load, which clears the manager's data from memory.
      navigateAway('/app')
    },
    { failure: m.user_impersonate_failed(), onRefused: useGoneUser(user) },
  )
  return (
    <>
      <Button
        {...blockedInDemo}
        look="second"
        aria-disabled={isDenied || undefined}
        aria-describedby={isDenied ? WHY_NOT_ID : undefined}
        className="aria-disabled:cursor-not-allowed max-sm:grow"
        onClick={() => setIsOpen(!isDenied)}
      >
        {m.user_impersonate()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.user_impersonate_title({ name })}
        text={m.user_impersonate_text({ name })}
        action={m.user_impersonate()}
        isBusy={impersonate.isBusy}
        onConfirm={() => void impersonate.run()}
      />
    </>
  )
}

import { useState } from 'react'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { can } from '#base/auth/permissions.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { navigateAway } from '#base/lib/form/leave.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { DialogCancel } from '#base/ui/dialog/dialog-cancel.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { impersonationSchema } from './user-impersonate.schema.ts'
import { impersonateUser } from '../user.data.ts'
import { useGoneUser } from '../shared/user-outcome.ts'
import type { User } from '../user.schema.ts'
import { userWord } from '../user-word.ts'

/** Why this user cannot be impersonated; undefined if they can. */
export function whyNotImpersonated(user: User): string | undefined {
  if (can(user.role, 'user:impersonate')) return m.user_impersonate_admin()
  return isBanned(user) ? m.user_impersonate_banned() : undefined
}

/** Id of the element with the reason. */
export const WHY_NOT_ID = 'why-not-impersonated'

/** Impersonates a user after a question for the reason. If that is not allowed, the button refers to why. */
export function UserImpersonate({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false)
  const isDenied = whyNotImpersonated(user) !== undefined
  const name = userWord(user)
  const close = () => setIsOpen(false)
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
      <Dialog
        isAlert
        isOpen={isOpen}
        onClose={close}
        title={m.user_impersonate_title({ name: isolated(name) })}
        description={m.user_impersonate_text({ name: isolated(name) })}
        closeLabel={m.common_close()}
      >
        <ReasonForm user={user} />
      </Dialog>
    </>
  )
}

function ReasonForm({ user }: { user: User }) {
  const [reason, setReason] = useState('')
  const form = useForm({
    schema: impersonationSchema,
    values: () => ({ id: user.id, reason }),
    save: async (input) => {
      await impersonateUser({ data: input })
      // A full page load, which clears the manager's data from memory.
      navigateAway('/app')
    },
    failure: m.user_impersonate_failed(),
    onRefused: useGoneUser(user),
  })
  return (
    <Form {...form.props} className="flex flex-col gap-4">
      <TextField
        label={m.user_impersonate_reason()}
        name="reason"
        value={reason}
        dir="auto"
        autoComplete="off"
        hint={m.user_impersonate_reason_hint({ name: isolated(userWord(user)) })}
        error={form.problems.reason}
        onChange={(event) => {
          form.clear('reason')
          setReason(event.target.value)
        }}
      />
      <Button type="submit" isBusy={form.isBusy} className="min-h-12">
        {m.user_impersonate()}
      </Button>
      <DialogCancel />
    </Form>
  )
}

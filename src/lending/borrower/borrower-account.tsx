import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { emailSchema } from '#base/auth/credentials.schema.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { useRowCache } from '#kit/noun/shared/row-query.ts'
import { useSendsMail } from '#kit/installation/installation.data.ts'
import { useToastDone } from '#people/user/shared/user-outcome.ts'
import { createUser, useRefreshUsers, userQuery } from '#people/user/user.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { EmailField } from '#base/ui/form/text-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { Panel } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { linkBorrower } from './borrower.data.ts'
import type { Borrower } from './borrower.schema.ts'

const formSchema = z.object({ email: emailSchema })

/** The user who sees a borrower's loans in the account, named by an address. */
export function BorrowerAccount({ borrower }: { borrower: Borrower }) {
  return (
    <Panel title={m.borrower_account()}>
      {borrower.userId === null ? (
        <LinkForm borrower={borrower} />
      ) : (
        <LinkedUser borrower={borrower} userId={borrower.userId} />
      )}
    </Panel>
  )
}

function LinkForm({ borrower: { id, version, name, language, email: known } }: { borrower: Borrower }) {
  const cache = useRowCache('borrower')
  const refreshUsers = useRefreshUsers()
  const sendsMail = useSendsMail()
  /** The address of whom the library does not know yet. */
  const [unknown, setUnknown] = useState<string>()
  // Mostly the user has the address to which reminders are sent.
  const [email, setEmail] = useState(known)
  const toastDone = useToastDone()
  const link = async (address: string) => cache.saved(await linkBorrower({ data: { id, version, email: address } }))
  const form = useForm({
    schema: formSchema,
    values: () => ({ email }),
    save: async (input) => {
      await link(input.email).catch((thrown: unknown) => {
        if (fromThrown(thrown).code === 'USER_NOT_FOUND') setUnknown(input.email)
        throw thrown
      })
      void toast({ type: 'success', title: m.borrower_account_linked() })
    },
    failure: m.borrower_account_not_changed(),
    onRefused: ({ code }) => {
      if (code === 'CONFLICT') void cache.saved()
      return false
    },
    wordOf: (_, { key }) => LINK_PROBLEMS[key]?.(),
  })
  const invite = useAction(
    async (address: string) => {
      const user = await createUser({ data: { name, email: address, language: language ?? undefined } })
      void refreshUsers()
      setUnknown(undefined)
      // Only a proven address is linked: nobody has signed in with this one yet.
      toastDone(m.borrower_account_added(), user, user.isTold)
    },
    { failure: m.borrower_account_not_changed() },
  )
  return (
    <Form {...form.props} className="mt-1 grid gap-3">
      <p className="text-sm text-pretty text-muted">{m.borrower_account_none()}</p>
      <EmailField
        label={m.borrower_account_email()}
        autoComplete="off"
        value={email}
        error={form.problems.email}
        readOnly={form.isBusy}
        onChange={({ target }) => {
          setEmail(target.value)
          form.clear('email')
          setUnknown(undefined)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button {...blockedInDemo} type="submit" look="second" isBusy={form.isBusy}>
          {m.borrower_account_link()}
        </Button>
        {unknown !== undefined && (
          <Button {...blockedInDemo} look="second" isBusy={invite.isBusy} onClick={() => void invite.run(unknown)}>
            {sendsMail ? m.user_create() : m.user_add()}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Sentences of this form alone; the API answers other sentences for these problems. */
const LINK_PROBLEMS: Partial<Record<string, () => string>> = {
  borrower_no_user: m.borrower_account_unknown,
  borrower_user_taken: m.borrower_account_taken,
  borrower_unproven: m.borrower_unproven,
}

function LinkedUser({ borrower: { id, version }, userId }: { borrower: Borrower; userId: string }) {
  const cache = useRowCache('borrower')
  const { data: user } = useQuery(userQuery(userId))
  const unlink = useAction(
    async () => {
      await cache.saved(await linkBorrower({ data: { id, version, email: null } }))
      void toast({ type: 'success', title: m.borrower_account_unlinked() })
    },
    {
      failure: m.borrower_account_not_changed(),
      onRefused: ({ code }) => {
        if (code === 'CONFLICT') void cache.saved()
        return false
      },
    },
  )
  return (
    <div className="mt-1 grid gap-3">
      <p className="text-sm text-pretty text-muted">{m.borrower_account_text()}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link
          to="/manager/users/$id"
          params={{ id: userId }}
          className="inline-flex min-h-11 max-w-full items-center break-all underline underline-offset-4"
        >
          <bdi>{user ? user.email : m.borrower_account()}</bdi>
        </Link>
        <Button {...blockedInDemo} look="second" isBusy={unlink.isBusy} onClick={() => void unlink.run()}>
          {m.borrower_account_unlink()}
        </Button>
      </div>
    </div>
  )
}

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { currentUserQuery } from '#features/account/account.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { takenOver, undecided } from '#lib/draft-merge.ts'
import { Button } from '#ui/button.tsx'
import { DeskPage } from '#ui/desk-page.tsx'
import { FormAlert } from '#ui/form-alert.tsx'
import { ListTrail, useStepBack } from '#ui/list-trail.tsx'
import { toastMerged } from '#ui/merge-words.ts'
import { panelClass } from '#ui/panel.tsx'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'
import { toastDone } from './user-outcome.ts'
import { useUserForm } from './use-user-form.ts'
import { UserConflict } from './user-conflict.tsx'
import { labelOf, type UserField } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'
import { updateUser, userQuery, useRefreshUsers } from './user.data.ts'
import { userInputSchema, userSchema, type User } from './user.schema.ts'
import { userWord } from './user-word.ts'

/** Changes a user: name, address, roles. */
export function UserUpdatePage({ id }: { id: string }) {
  const { data: user } = useSuspenseQuery(userQuery(id))
  // What is being edited stays as it was opened, whatever is loaded meanwhile.
  const [opened, setOpened] = useState(user)
  if (opened.id !== user.id) setOpened(user)
  return <UpdateForm key={opened.id} user={opened} />
}

const NONE: readonly UserField[] = []

function UpdateForm({ user }: { user: User }) {
  const formId = useId()
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const leave = useLeave(user)
  const queryClient = useQueryClient()
  const refresh = useRefreshUsers()
  const [missing, setMissing] = useState(NONE)
  const { form, ...held } = useUserForm(user)
  const { draft, problems, reason, isBusy, isDirty, fail, say, change, read, once, latest } = held
  const guard = useUnsavedGuard(isDirty, { isKept: true })

  const save = async () => {
    const input = read(userInputSchema, latest().state.draft)
    if (!input) return
    const before = latest().base
    try {
      const saved = await held.save(input, (changes, { id, updatedAt }) =>
        updateUser({ data: { id, updatedAt, ...changes } }),
      )
      const { base, state, changes } = latest()
      if (!saved) return setMissing(base === before ? undecided(state) : NONE)
      if ('isTold' in saved) toastDone(m.user_updated(), saved, saved.isTold)
      toastMerged({ fields: takenOver(state), labelOf, changes, me: me?.id })
      queryClient.setQueryData(userQuery(user.id).queryKey, userSchema.parse(saved))
      await leave({ ignoreBlocker: true })
      void refresh()
    } catch (thrown) {
      if (fromThrown(thrown).code === 'NOT_FOUND') say(m.user_gone())
      else fail(m.user_update_failed(), thrown)
    }
  }
  return (
    <DeskPage
      isForm
      title={m.user_update_title({ name: userWord(user) })}
      trail={<ListTrail to="/manager/users" label={m.users_title()} />}
      actions={
        <>
          <Button look="second" className="max-sm:hidden" onClick={() => void leave()}>
            {m.common_cancel()}
          </Button>
          <Button className="max-sm:grow" type="submit" form={formId} isBusy={isBusy}>
            {m.user_save()}
          </Button>
        </>
      }
    >
      {guard}
      <div className="max-w-2xl">
        <FormAlert>{reason}</FormAlert>
        <UserConflict held={held} missing={missing} onSave={() => void once(save)} />
        <form
          ref={form}
          id={formId}
          noValidate
          className={`${panelClass} flex flex-col gap-5 sm:p-6`}
          onSubmit={(event) => {
            event.preventDefault()
            void once(save)
          }}
        >
          <UserFields
            draft={draft}
            problems={problems}
            isBusy={isBusy}
            isMe={me?.id === user.id}
            emailHint={m.user_email_hint()}
            onChange={change}
          />
        </form>
      </div>
    </DeskPage>
  )
}

/** Leads to the page of that user: back to it where the form was opened there, so that it stands in history once. */
function useLeave({ id }: User) {
  const navigate = useNavigate()
  const stepBack = useStepBack()
  const { isFromDetail, isFromList } = useLocation({ select: ({ state }) => state })
  return (options: { ignoreBlocker?: boolean } = {}) =>
    isFromDetail
      ? stepBack(options)
      : navigate({ to: '/manager/users/$id', params: { id }, state: { isFromList }, replace: true, ...options })
}

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { currentUserQuery } from '#features/account/account.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { roleWord } from '#i18n/role-word.ts'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { ConflictPanel } from '#ui/conflict-panel.tsx'
import { DeskPage } from '#ui/desk-page.tsx'
import { ListTrail, useStepBack } from '#ui/list-trail.tsx'
import { panelClass } from '#ui/panel.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'
import { toastDone } from './use-user-action.ts'
import { useUserForm } from './use-user-form.ts'
import { differences, draftOf, LABELS, type UserField } from './user-draft.ts'
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

function UpdateForm({ user }: { user: User }) {
  const formId = useId()
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const leave = useLeave(user)
  const queryClient = useQueryClient()
  const refresh = useRefreshUsers()
  const [start, setStart] = useState(user)
  const [theirs, setTheirs] = useState<User>()
  const { form, draft, problems, isBusy, refuse, change, setDraft, read, once } = useUserForm(draftOf(user))
  const guard = useUnsavedGuard(differences(draft, draftOf(start)).length > 0)

  const done = async (saved: User) => {
    queryClient.setQueryData(userQuery(user.id).queryKey, userSchema.parse(saved))
    await leave({ ignoreBlocker: true })
    void refresh()
  }
  const save = async ({ updatedAt }: User) => {
    const input = read(userInputSchema, draft)
    if (!input) return
    try {
      const saved = await updateUser({ data: { id: user.id, updatedAt, ...input } })
      toastDone(m.user_updated(), saved, saved.isTold)
      await done(saved)
    } catch (thrown) {
      const error = fromThrown(thrown)
      const found = error.code === 'CONFLICT' ? userSchema.safeParse(error.theirs).data : undefined
      // An earlier save has come through, and only its answer was lost.
      if (found && differences(draftOf(found), input).length === 0) await done(found)
      else if (found) setTheirs(found)
      else if (!refuse(error.fields)) toastFailure(m.user_update_failed(), error)
    }
  }
  const take = (next: User) => {
    setStart(next)
    setDraft(draftOf(next))
    setTheirs(undefined)
  }
  return (
    <DeskPage
      title={m.user_update_title({ name: userWord(user) })}
      trail={<ListTrail to="/manager/users" label={m.users_title()} />}
      actions={
        <>
          <Button look="second" className="max-sm:hidden" onClick={() => void leave()}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            {m.user_save()}
          </Button>
        </>
      }
    >
      {guard}
      <div className="max-w-2xl">
        {theirs && (
          <ConflictPanel
            differences={differences(draft, draftOf(theirs)).map((field) => ({
              label: LABELS[field](),
              yours: valueWord(field, draft[field]),
              theirs: valueWord(field, theirs[field]),
            }))}
            isBusy={isBusy}
            onKeep={() => void once(() => save(theirs))}
            onTake={() => take(theirs)}
          />
        )}
        <form
          ref={form}
          id={formId}
          noValidate
          className={`${panelClass} flex flex-col gap-5 sm:p-6`}
          onSubmit={(event) => {
            event.preventDefault()
            void once(() => save(start))
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

const valueWord = (field: UserField, value: string): string => (field === 'role' ? roleWord(value) : value)

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

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { currentUserQuery } from '#features/account/account.data.ts'
import { deleterOf } from '#features/trash/shared/trash.ts'
import { fieldText } from '#i18n/field-text.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { ConflictPanel } from '#ui/form/conflict-panel.tsx'
import { Form } from '#ui/form/form.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ListBackLink, useStepBack } from '#ui/list/list-back-link.tsx'
import { panelClass } from '#ui/panel.tsx'
import { toastMerged } from '#ui/form/merge-words.ts'
import { useMergedDraft } from '#ui/form/use-merged-draft.ts'
import { deletedUserQuery } from '../trash/user-trash.data.ts'
import { useToastWithUndo } from '../shared/user-outcome.ts'
import { USER_FORM } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'
import { updateUser, userQuery, useRefreshUsers } from '../user.data.ts'
import { userInputSchema, userSchema, type User } from '../user.schema.ts'
import { userFields } from '../user-labels.ts'
import { userWord } from '../user-word.ts'

/** Changes a user: name, address, roles. */
export function UserUpdatePage({ id }: { id: string }) {
  const { data: user } = useSuspenseQuery(userQuery(id))
  // The form keeps the user as opened, even if a newer version is loaded.
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
  const toastDone = useToastWithUndo()
  const draft = useMergedDraft({ ...USER_FORM, row: user, draftKey: `user ${user.id}`, me: me?.id })
  const form = useForm({
    schema: userInputSchema,
    isChanged: () => draft.isDirty,
    isDraftSaved: true,
    values: () => draft.latest().state.draft,
    save: async (input) => {
      const saved = await draft.save(
        input,
        (changes, { id, version }) => updateUser({ data: { ...changes, id, version } }),
        (after, merged) => {
          const title = merged === undefined ? m.user_updated() : m.merged_title()
          if ('isTold' in after) toastDone(title, after, after.isTold, merged)
          // Nothing of it was left to save, since another had made the same change.
          else toastMerged(merged)
        },
      )
      if (!saved) return
      queryClient.setQueryData(userQuery(user.id).queryKey, userSchema.parse(saved))
      await leave({ ignoreBlocker: true })
      void refresh()
    },
    failure: m.user_update_failed(),
    hasReason: true,
    onRefused: ({ code }) => {
      if (code === 'NOT_FOUND') void sayGone()
      return code === 'NOT_FOUND'
    },
  })
  const sayGone = async () => {
    const person = deleterOf(await queryClient.query(deletedUserQuery(user.id)).catch(() => null))
    form.setReason(person === undefined ? m.user_gone() : m.user_gone_by({ person }))
  }
  return (
    <ManagerPage
      isForm
      title={m.user_update_title({ name: userWord(user) })}
      trail={<ListBackLink to="/manager/users" label={m.users_title()} />}
      actions={
        <>
          <Button look="second" className="max-sm:hidden" onClick={() => void leave()}>
            {m.common_cancel()}
          </Button>
          <Button className="max-sm:grow" type="submit" form={formId} isBusy={form.isBusy}>
            {m.user_save()}
          </Button>
        </>
      }
    >
      <div className="max-w-2xl">
        <FormAlert>{form.reason}</FormAlert>
        <ConflictPanel
          key={draft.base?.version}
          draft={draft}
          wordOf={(field, value) => fieldText(value, userFields[field])}
          isBusy={form.isBusy}
          onSave={() => void form.submit()}
        />
        <Form {...form.props} id={formId} className={`${panelClass} flex flex-col gap-5 sm:p-6`}>
          <UserFields
            draft={draft.draft}
            problems={form.problems}
            isBusy={form.isBusy}
            isMe={me?.id === user.id}
            emailHint={m.user_email_hint()}
            onChange={(field, value) => {
              draft.change(field, value)
              form.clear(field)
            }}
          />
        </Form>
      </div>
    </ManagerPage>
  )
}

/** Navigates to the user's page; if the form was opened there, by going back, so that history has it once. */
function useLeave({ id }: User) {
  const navigate = useNavigate()
  const stepBack = useStepBack()
  const { isFromDetail, isFromList } = useLocation({ select: ({ state }) => state })
  return (options: { ignoreBlocker?: boolean } = {}) =>
    isFromDetail
      ? stepBack(options)
      : navigate({ to: '/manager/users/$id', params: { id }, state: { isFromList }, replace: true, ...options })
}

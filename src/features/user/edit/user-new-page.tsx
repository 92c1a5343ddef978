import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useHasCards, useSendsMail } from '#features/settings/settings.data.ts'
import { getLocale, LANGUAGE_NAMES, locales } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ListBackLink, useBackToList } from '#ui/list/list-back-link.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { panelClass } from '#ui/panel.tsx'
import { useMergedDraft } from '#ui/form/use-merged-draft.ts'
import { useIsNextWithoutAddress, useNoteFreshUser } from '../card/fresh-card.ts'
import { USER_FORM } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'
import { useNoteInvitation } from '../invitation/user-invitation.tsx'
import { createUser, useRefreshUsers } from '../user.data.ts'
import { useToastWithUndo } from '../shared/user-outcome.ts'
import { userCreateSchema } from '../user.schema.ts'

/**
 * Adds a user, invites them by mail, and shows their page; without mail, the page has the invitation to pass on, and for a
 * user without an address it offers a sign-in card at once.
 */
export function UserNewPage() {
  const id = useId()
  const navigate = useNavigate()
  const toUsers = useBackToList('/manager/users')
  const refresh = useRefreshUsers()
  const noteInvitation = useNoteInvitation()
  const toastDone = useToastWithUndo()
  const sendsMail = useSendsMail()
  const hasCards = useHasCards()
  const fresh = useNoteFreshUser()
  const [language, setLanguage] = useState(getLocale())
  const { draft, isDirty, latest, change } = useMergedDraft({
    ...USER_FORM,
    blank: useIsNextWithoutAddress() && hasCards ? { ...USER_FORM.blank, email: null } : USER_FORM.blank,
    row: undefined,
    draftKey: 'user ',
    me: undefined,
  })
  const form = useForm({
    schema: userCreateSchema,
    isChanged: () => isDirty,
    isDraftSaved: true,
    values: () => ({ ...latest().state.draft, language }),
    save: async (input) => {
      const saved = await createUser({ data: input })
      noteInvitation(saved.id, saved.isTold === false)
      fresh.added(saved.id, saved.email !== null)
      // Otherwise the page of the user says what to do about it.
      if (saved.isTold && sendsMail) toastDone(m.user_invited(), saved, true)
      await navigate({ to: '/manager/users/$id', params: { id: saved.id }, replace: true, ignoreBlocker: true })
      void refresh()
    },
    failure: m.user_create_failed(),
    hasReason: true,
  })
  const languageLabel = draft.email === null ? m.language_label() : m.user_language_label()
  return (
    <ManagerPage
      isForm
      title={m.users_new()}
      trail={<ListBackLink to="/manager/users" label={m.users_title()} />}
      actions={
        <>
          <Button look="second" className="max-sm:hidden" onClick={() => void toUsers()}>
            {m.common_cancel()}
          </Button>
          <Button className="max-sm:grow" type="submit" form={id} isBusy={form.isBusy}>
            {sendsMail && draft.email !== null ? m.user_create() : m.user_add()}
          </Button>
        </>
      }
    >
      <div className="max-w-2xl">
        <FormAlert>{form.reason}</FormAlert>
      </div>
      <Form {...form.props} id={id} className={`${panelClass} flex max-w-2xl flex-col gap-5 sm:p-6`}>
        <UserFields
          draft={draft}
          problems={form.problems}
          isBusy={form.isBusy}
          hasFocus
          nameHint={draft.email === null ? undefined : m.user_name_hint()}
          onChange={(field, value) => {
            change(field, value)
            form.clear(field)
          }}
        />
        <div>
          <p aria-hidden="true" className="mb-1.5 text-sm font-semibold">
            {languageLabel}
          </p>
          <NativeSelect
            label={languageLabel}
            icon="languages"
            value={language}
            options={locales.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            className="border border-line-strong bg-raised px-3.5 hover:border-muted"
            onChange={setLanguage}
          />
        </div>
      </Form>
    </ManagerPage>
  )
}

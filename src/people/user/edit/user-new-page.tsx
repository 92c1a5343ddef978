import { useState } from 'react'
import { useHasCards, useSendsMail } from '#kit/installation/installation.data.ts'
import { RowFormPage, type FormPageNoun } from '#kit/noun/shared/row-form-page.tsx'
import { getLocale, LANGUAGE_NAMES, locales, type Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { NativeSelect } from '#base/ui/form/native-select.tsx'
import { useIsNextWithoutAddress, useNoteFreshUser } from '../card/fresh-card.ts'
import { EDITED_USER, type SavedUser } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'
import { useNoteInvitation } from '../invitation/user-invitation.tsx'
import { createUser } from '../user.data.ts'
import { useToastWithUndo } from '../shared/user-outcome.ts'
import type { UserInput } from '../user.schema.ts'

/**
 * Adds a user, invites them by mail, and shows their page; without mail, the page has the invitation to pass on, and for a
 * user without an address it offers a sign-in card at once.
 */
export function UserNewPage() {
  const noteInvitation = useNoteInvitation()
  const toastDone = useToastWithUndo()
  const sendsMail = useSendsMail()
  const hasCards = useHasCards()
  const isNextWithoutAddress = useIsNextWithoutAddress()
  const fresh = useNoteFreshUser()
  const [language, setLanguage] = useState(getLocale())
  const noun: FormPageNoun<SavedUser, UserInput> = {
    ...EDITED_USER,
    create: async (input) => {
      const saved = await createUser({ data: { ...input, language } })
      noteInvitation(saved.id, saved.isTold === false)
      fresh.added(saved.id, saved.email !== null)
      return saved
    },
    // Where no invitation was sent, the page of the user says what to do about it.
    tell: (saved) => void (saved.isTold && sendsMail && toastDone(m.user_invited(), saved, true)),
    words: {
      ...EDITED_USER.words,
      save: ({ email }) => (sendsMail && email !== null ? m.user_create() : m.user_add()),
    },
  }
  return (
    <RowFormPage
      noun={noun}
      row={undefined}
      {...(isNextWithoutAddress && hasCards && { start: { email: null } })}
      hasCancel
      className="flex flex-col gap-5 sm:p-6"
    >
      {(state) => (
        <>
          <UserFields state={state} hasFocus nameHint={state.draft.email === null ? undefined : m.user_name_hint()} />
          <InvitationLanguage
            label={state.draft.email === null ? m.language_label() : m.user_language_label()}
            language={language}
            onChange={setLanguage}
          />
        </>
      )}
    </RowFormPage>
  )
}

interface LanguageProps {
  label: string
  language: Locale
  onChange: (language: Locale) => void
}

/** The language of the invitation. */
const InvitationLanguage = ({ label, language, onChange }: LanguageProps) => (
  <div>
    <p aria-hidden="true" className="mb-1.5 text-sm font-semibold">
      {label}
    </p>
    <NativeSelect
      label={label}
      icon="languages"
      value={language}
      options={locales.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      className="border border-line-strong bg-raised px-3.5 hover:border-muted"
      onChange={onChange}
    />
  </div>
)

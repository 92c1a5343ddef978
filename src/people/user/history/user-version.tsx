import { VersionView } from '#kit/activity/shared/version-view.tsx'
import { fieldText } from '#base/i18n/field-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { DifferingWords } from '#base/ui/differing-words.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { isUserField, type UserField } from '../edit/user-draft.ts'
import { userFields } from '../user-labels.ts'
import { useToastWithUndo } from '../shared/user-outcome.ts'
import { updateUser, useRefreshUsers } from '../user.data.ts'
import type { User } from '../user.schema.ts'
import type { UserVersion } from './user-history.schema.ts'

const FIELDS = Object.keys(userFields).filter(isUserField)

interface UserVersionProps {
  version: UserVersion
  /** The user as they are now. */
  user: User
  /** Nobody changes their own address or takes their own roles away here. */
  isMe: boolean
}

/** Opens an entry to the user as they were after it; restoring is a usual change, with its rules and mails. */
export function UserVersionView({ version: { fields: then }, user, isMe }: UserVersionProps) {
  const { isBusy, restore } = useRestoreVersion(then, user)
  const others = FIELDS.filter((field) => then[field] !== user[field])
  if (others.length === 0) return null
  const canRestore = (field: UserField) => (isMe ? field === 'name' : true) && !(field === 'name' && then.name === '')
  return (
    <VersionView
      fields={FIELDS}
      differing={others.filter(canRestore)}
      labelOf={(field) => userFields[field].label()}
      renderValue={(field) => {
        const text = fieldText(then[field], userFields[field])
        return text === '' ? (
          <i className="text-muted">{m.activity_nothing()}</i>
        ) : (
          <bdi className="[overflow-wrap:anywhere]">
            <DifferingWords text={text} others={[fieldText(user[field], userFields[field])]} />
          </bdi>
        )
      }}
      noteOf={(field) => (field === 'email' ? m.user_email_hint() : undefined)}
      isBusy={isBusy}
      onRestore={restore}
    />
  )
}

/** Saves fields of a version as a change of the user that the page shows: a concurrent change is a conflict. */
function useRestoreVersion(then: UserVersion['fields'], { id, version }: User) {
  const refresh = useRefreshUsers()
  const toastDone = useToastWithUndo()
  const { run, isBusy } = useAction(
    async (fields: readonly UserField[]) => {
      const changes = Object.fromEntries(fields.map((field) => [field, then[field]]))
      const saved = await updateUser({ data: { ...changes, id, version } })
      toastDone(m.book_version_restored(), saved, saved.isTold)
    },
    {
      refresh,
      failure: m.book_version_failed(),
      onRefused: ({ code }) => {
        // Another manager has changed or deleted the user: the page is refreshed.
        if (code === 'CONFLICT' || code === 'NOT_FOUND') void refresh()
        return false
      },
    },
  )
  return { isBusy, restore: (fields: readonly UserField[]) => void run(fields) }
}

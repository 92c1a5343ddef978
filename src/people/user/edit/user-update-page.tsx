import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { RowFormPage } from '#kit/noun/shared/row-form-page.tsx'
import { deleterOf } from '#kit/trash/shared/trash.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { toastMerged } from '#base/ui/form/merge-words.ts'
import { deletedUserQuery } from '../trash/user-trash.data.ts'
import { useToastWithUndo } from '../shared/user-outcome.ts'
import { EDITED_USER, type SavedUser } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'
import { userQuery } from '../user.data.ts'

/** Changes a user: name, address, roles. */
export function UserUpdatePage({ id }: { id: string }) {
  const { data: user } = useSuspenseQuery(userQuery(id))
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const queryClient = useQueryClient()
  const toastDone = useToastWithUndo()
  const sayGone = async (say: (reason: string) => void) => {
    const person = deleterOf(await queryClient.query(deletedUserQuery(id)).catch(() => null))
    say(person === undefined ? m.user_gone() : m.user_gone_by({ person }))
  }
  const tell = (saved: SavedUser, merged: string | undefined) => {
    const title = merged === undefined ? m.user_updated() : m.merged_title()
    if (saved.isTold !== undefined) toastDone(title, saved, saved.isTold, merged)
    // Nothing was left to save, since another manager had made the same change.
    else toastMerged(merged)
  }
  return (
    <RowFormPage
      key={id}
      noun={{
        ...EDITED_USER,
        tell,
        onGone: (say) => {
          void sayGone(say)
          return true
        },
      }}
      row={user}
      hasCancel
      className="flex flex-col gap-5 sm:p-6"
    >
      {(state) => <UserFields state={state} isMe={me?.id === id} emailHint={m.user_email_hint()} />}
    </RowFormPage>
  )
}

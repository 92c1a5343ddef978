import { useSuspenseQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#features/account/account.data.ts'
import { takenOver } from '#lib/draft-merge.ts'
import { ConflictPanel } from '#ui/conflict-panel.tsx'
import { changeWord, mergedSentences } from '#ui/merge-words.ts'
import type { useUserForm } from './use-user-form.ts'
import { isField, labelOf, valueWord, type UserField } from './user-draft.ts'

interface UserConflictProps {
  held: Omit<ReturnType<typeof useUserForm>, 'form'>
  /** Fields that a save has found without a choice. */
  missing: readonly UserField[]
  onSave: () => void
}

/** Others have saved the user meanwhile, and fields are to be chosen; nothing where there are none. */
export function UserConflict({ held: { base, state, changes, isBusy, choose }, missing, onSave }: UserConflictProps) {
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const fields = Object.keys(state.conflicts).filter(isField)
  if (fields.length === 0) return null
  return (
    <ConflictPanel
      // Others have saved once more: the panel is announced anew.
      key={base?.updatedAt.getTime()}
      rows={fields.map((field) => ({
        field,
        label: labelOf(field),
        mine: valueWord(field, state.conflicts[field]?.mine ?? ''),
        theirs: valueWord(field, state.conflicts[field]?.theirs ?? ''),
        by: changeWord(changes[field], me?.id),
        choice: state.conflicts[field]?.choice,
      }))}
      kept={mergedSentences({ fields: takenOver(state), labelOf, changes, me: me?.id })}
      missing={missing}
      isBusy={isBusy}
      onChoose={(field, side) => isField(field) && choose(field, side)}
      onSave={onSave}
    />
  )
}

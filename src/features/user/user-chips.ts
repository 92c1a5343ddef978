import { roleWord } from '#i18n/role-word.ts'
import type { FilterChip } from '#ui/list/filter-chips.tsx'
import { ROLE_FILTER, STATE_FILTER, useNarrowUsers, userStates } from './user-filters.tsx'
import type { UserSearch } from './user-search.schema.ts'

/** What the list is narrowed to beside its search. */
export function useUserChips({ role, state }: Pick<UserSearch, 'role' | 'state'>): FilterChip[] {
  const narrow = useNarrowUsers()
  const chips: FilterChip[] = []
  if (role) {
    chips.push({ control: ROLE_FILTER, label: roleWord(role), onRemove: () => narrow({ role: undefined }) })
  }
  if (state) {
    const label = userStates().find(({ value }) => value === state)?.label ?? state
    chips.push({ control: STATE_FILTER, label, onRemove: () => narrow({ state: undefined }) })
  }
  return chips
}

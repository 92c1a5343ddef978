import { useQuery } from '@tanstack/react-query'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { NOUNS, RECORDED } from '#nouns.ts'
import type { ListFilter } from '#base/ui/list/list-filters.tsx'
import { actorsQuery } from './activity.data.ts'
import { CHANGE_KINDS, type ActivityFilter, type ChangeKind } from './activity-search.schema.ts'

const KIND_WORDS: Record<ChangeKind, () => string> = {
  create: m.activity_kind_create,
  update: m.activity_kind_update,
  delete: m.activity_kind_delete,
  import: m.activity_kind_import,
  bulk: m.activity_kind_bulk,
  merge: m.activity_kind_merge,
  access: m.activity_kind_access,
}

/** What the activity can be narrowed by; the days have one control for both (`DayFilter`). */
export function useActivityFilters({ actor, change, kind, from, to }: ActivityFilter): ListFilter[] {
  const isLending = useIsLending()
  return [
    {
      name: 'actor',
      value: actor,
      label: m.activity_person(),
      all: m.activity_person_all(),
      options: useActorOptions(actor),
    },
    {
      name: 'change',
      value: change,
      label: m.activity_kind(),
      all: m.activity_kind_all(),
      options: CHANGE_KINDS.map((value) => ({ value, label: KIND_WORDS[value]() })),
    },
    {
      name: 'kind',
      value: kind,
      label: m.activity_thing(),
      all: m.activity_thing_all(),
      options: RECORDED.filter((noun) => isLending || !('isLending' in NOUNS[noun])).map((value) => ({
        value,
        label: NOUNS[value].label(),
      })),
    },
    dayFilter('from', from, (day) => m.activity_from_day({ day })),
    dayFilter('to', to, (day) => m.activity_to_day({ day })),
  ]
}

const dayFilter = (name: string, value: string | undefined, word: (day: string) => string): ListFilter => ({
  name,
  value,
  label: m.activity_days(),
  all: m.activity_days_all(),
  options: [],
  wordOf: (day) => word(formatDay(day)),
  control: () => null,
})

/** Users, the operator and Maktaba itself; a chosen user who is gone as a former one. */
function useActorOptions(actor: string | undefined): { value: string; label: string }[] {
  const isUser = actor !== undefined && actor !== 'operator' && actor !== 'system'
  const { data = [] } = useQuery(actorsQuery(actor))
  const users = data.flatMap(({ id, name }) => (id === null ? [] : [{ value: id, label: name ?? id }]))
  const isGone = isUser && !users.some(({ value }) => value === actor)
  return [
    ...users,
    ...(isGone ? [{ value: actor, label: m.activity_former_actor() }] : []),
    { value: 'operator', label: m.activity_operator() },
    { value: 'system', label: m.brand_name() },
  ]
}

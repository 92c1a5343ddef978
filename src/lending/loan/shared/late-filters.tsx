import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { NativeSelect } from '#base/ui/form/native-select.tsx'
import { selectClass } from '#base/ui/list/filter-class.ts'
import { LATE_DAYS, type OverdueFilter } from '../overdue/overdue.schema.ts'

interface LateFiltersProps {
  filter: OverdueFilter
  groups: readonly { id: string; name: string }[]
  onChange: (filter: Partial<OverdueFilter>) => void
}

/** Of which class, and for how many days at least: for what is late, and for the letters about it. */
export function LateFilters({ filter: { groupId, days }, groups, onChange: narrow }: LateFiltersProps) {
  return (
    <>
      <NativeSelect
        label={m.borrower_group()}
        value={groupId ?? ''}
        options={[
          { value: '', label: m.borrower_group_all() },
          ...groups.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        className={selectClass(groupId !== undefined)}
        onChange={(value) => narrow({ groupId: value === '' ? undefined : value })}
      />
      <NativeSelect
        label={m.overdue_days_from()}
        value={String(days)}
        options={[...new Set([...LATE_DAYS, days])]
          .toSorted((one, other) => one - other)
          .map((count) => ({
            value: String(count),
            label: count === 1 ? m.overdue_days_any() : m.overdue_days_least({ count, shown: formatNumber(count) }),
          }))}
        className={selectClass(days > 1)}
        onChange={(value) => narrow({ days: Number(value) })}
      />
    </>
  )
}

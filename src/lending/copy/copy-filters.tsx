import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { COPY_CONDITIONS, conditionWord } from '#catalogue/book/copy-condition.words.ts'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { filterClass } from '#base/ui/list/filter-class.ts'
import type { FilterControlProps, ListFilter } from '#base/ui/list/list-filters.tsx'
import { CopyFilterForm } from './copy-filter-form.tsx'
import type { CopiesSearch } from './copy-search.schema.ts'
import { copyFields, neverLentWord } from './copy.words.ts'

/** What the list of copies can be narrowed to; the less frequent filters are set by the form of a dialog. */
export function copyFilters(search: CopiesSearch, places: readonly string[]): ListFilter[] {
  const { condition, location, notSeenSince, neverLent, label } = search
  return [
    {
      name: 'condition',
      value: condition,
      label: copyFields.condition.label(),
      all: m.copy_condition_all(),
      options: [
        { value: 'onLoan', label: m.copy_on_loan() },
        ...COPY_CONDITIONS.map((value) => ({ value, label: conditionWord(value) })),
      ],
    },
    {
      name: 'location',
      value: location,
      label: copyFields.location.label(),
      all: m.copy_location_all(),
      options: places.map((value) => ({ value, label: value })),
      wordOf: (value) => value,
      // A phone has no room for a second line of filters: there the form has it.
      isForDesk: true,
    },
    {
      name: 'notSeenSince',
      value: notSeenSince,
      label: m.copy_not_seen(),
      all: m.copy_not_seen(),
      options: [],
      wordOf: (day) => m.copy_not_seen_since({ day: formatDay(day) }),
      control: OtherFilters,
    },
    {
      name: 'neverLent',
      value: neverLent === undefined ? undefined : String(neverLent),
      label: m.copy_never_lent(),
      all: m.copy_never_lent_any(),
      options: [],
      wordOf: (years) => neverLentWord(Number(years)),
      setBy: 'notSeenSince',
    },
    {
      name: 'label',
      value: label,
      label: m.copy_label(),
      all: m.copy_label_any(),
      options: [
        { value: 'missing', label: m.copy_label_missing() },
        { value: 'printed', label: m.copy_label_there() },
      ],
      setBy: 'notSeenSince',
    },
  ]
}

/** Opens the form of the less frequent filters; without script the button is hidden. */
function OtherFilters({ id, onChangeAll }: FilterControlProps) {
  const search = useSearch({ from: '/manager/copies/' })
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isChosen = [search.notSeenSince, search.neverLent, search.label].some((value) => value !== undefined)
  return (
    <>
      <button
        ref={opener}
        id={id}
        type="button"
        aria-haspopup="dialog"
        aria-label={m.books_filters()}
        title={m.books_filters()}
        onClick={() => setIsOpen(true)}
        className={`grid w-11 flex-none place-items-center noscript:hidden ${filterClass(isChosen)}`}
      >
        <Icon name="sliders" />
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.books_filters()}
        closeLabel={m.common_close()}
        lastFocus={opener}
      >
        <CopyFilterForm
          search={search}
          onChoose={(next) => {
            setIsOpen(false)
            onChangeAll(next)
          }}
        />
      </Dialog>
    </>
  )
}

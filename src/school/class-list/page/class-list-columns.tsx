import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import type { Import } from '#exchange/import/import.schema.ts'
import { NameList } from '#exchange/import/shared/name-list.tsx'
import { peopleFieldLabel } from '../class-list-words.ts'
import type { ClassList } from '../class-list.schema.ts'
import { PEOPLE_FIELDS } from '../read/people-columns.ts'

const NONE = ''

interface ClassListColumnsProps {
  item: Pick<Import, 'header' | 'examples'>
  columns: Readonly<Record<string, number>>
  onChange: (columns: Record<string, number>) => void
}

/** Which column each field is read from, with examples. On a phone they are folded until one has to be chosen: the rows come first. */
export function ClassListColumns({ item: { header, examples }, columns, onChange }: ClassListColumnsProps) {
  const [isOpen, setIsOpen] = useState(columns.name === undefined)
  const choices = useRef<HTMLDivElement>(null)
  if (header.length === 0) return null
  const open = () => {
    flushSync(() => setIsOpen(true))
    // The button that had the focus is gone.
    choices.current?.querySelector<HTMLElement>('[role=combobox], select')?.focus()
  }
  const isUnfolded = isOpen || columns.name === undefined
  const options = [
    { value: NONE, label: m.import_column_none() },
    ...header.map((name, index) => ({
      value: String(index),
      label: name || m.import_column_number({ number: formatNumber(index + 1) }),
    })),
  ]
  return (
    <>
      {!isUnfolded && <FoldedColumns columns={columns} header={header} onOpen={open} />}
      <div
        ref={choices}
        className={`mt-3 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] ${isUnfolded ? '' : 'max-sm:hidden'}`}
      >
        {PEOPLE_FIELDS.map((field) => {
          const index = columns[field]
          return (
            <SelectField
              key={field}
              label={peopleFieldLabel(field)}
              value={index === undefined ? NONE : String(index)}
              options={options}
              error={field === 'name' && index === undefined ? m.class_list_name_needed() : undefined}
              hint={
                index === undefined ? (
                  field === 'card' && m.class_list_cards_next()
                ) : (
                  <span className="line-clamp-2 [overflow-wrap:anywhere]">
                    {(examples[index] ?? []).map((value, at) => (
                      <span key={value}>
                        {at > 0 && ' · '}
                        <bdi>{value}</bdi>
                      </span>
                    ))}
                  </span>
                )
              }
              onChange={(next) => {
                const { [field]: _, ...rest } = columns
                onChange(next === NONE ? rest : { ...rest, [field]: Number(next) })
              }}
            />
          )
        })}
      </div>
    </>
  )
}

interface FoldedColumnsProps extends Pick<ClassListColumnsProps, 'columns'> {
  header: readonly string[]
  onOpen: () => void
}

/** On a phone: which columns are read, in a line each, and the way to choose others. */
function FoldedColumns({ columns, header, onOpen }: FoldedColumnsProps) {
  const read = PEOPLE_FIELDS.flatMap((field) => {
    const index = columns[field]
    return index === undefined
      ? []
      : [{ field, name: header[index] || m.import_column_number({ number: formatNumber(index + 1) }) }]
  })
  return (
    <div className="mt-2 sm:hidden">
      <p className="text-sm text-pretty">
        {read.map(({ field, name }, at) => (
          <span key={field}>
            {at > 0 && ' · '}
            <span className="text-muted">{m.common_label({ label: peopleFieldLabel(field) })}</span> <bdi>{name}</bdi>
          </span>
        ))}
      </p>
      <button type="button" aria-expanded={false} className={`${rowActionClass} -ms-2`} onClick={onOpen}>
        {m.class_list_columns_change()}
      </button>
    </div>
  )
}

/** Says what of the file is not kept: columns, and people of a roster. */
export function PeopleColumnsNotKept({ list: { births, notKept, roster } }: { list: ClassList }) {
  const texts = [
    { names: births, text: m.class_list_births },
    { names: notKept, text: m.import_not_kept },
  ]
  return (
    <>
      {texts.map(
        ({ names, text }) =>
          names.length > 0 && (
            <Remark key={names.join('\0')}>
              <Sentence text={text} parts={{ columns: <NameList names={names} /> }} />
            </Remark>
          ),
      )}
      {roster &&
        ROSTER_TEXTS.map(
          ([about, text]) =>
            roster[about] > 0 && <Remark key={about}>{text({ count: formatNumber(roster[about]) })}</Remark>,
        )}
    </>
  )
}

const ROSTER_TEXTS = [
  ['several', m.class_list_roster_several],
  ['withoutClass', m.class_list_roster_none],
  ['ended', m.class_list_roster_ended],
  ['families', m.class_list_roster_families],
] as const

const Remark = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-2.5 text-sm text-pretty">
    <Icon name="alert" className="mt-0.5 size-4 flex-none text-muted" />
    <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </p>
)

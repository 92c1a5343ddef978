import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { isUuid } from '#lib/uuid.ts'
import { SelectField } from '#ui/form/select-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { fieldLabel } from './import-words.ts'
import { NameList } from './name-list.tsx'
import type { Correction, Import } from '../import.schema.ts'

const NONE = ''
/** Characters of an example beside the name of a column. */
const EXAMPLE = 30

interface ImportColumnsProps {
  item: Pick<Import, 'shape' | 'fields' | 'header' | 'examples' | 'columns' | 'filled' | 'rows' | 'isListOfPeople'>
  onChange: (correction: Correction) => void
}

/** Which column each field is read from, with examples, and the columns that are not kept. */
export function ImportColumns({ item, onChange }: ImportColumnsProps) {
  const { shape, fields, header, examples, columns, filled } = item
  // Every MARC file has the same columns: what this one has nothing of cannot be chosen.
  const isThere = (index: number) => !shape.kind.startsWith('marc') || filled[index] !== 0
  const isUsed = (index: number) => Object.values(columns).includes(index)
  const hasMore = header.some((_, index) => !isUsed(index) && (examples[index] ?? []).length > 0)
  const options = [
    { value: NONE, label: hasMore ? m.import_column_not_chosen() : m.import_column_none() },
    ...columnNames(header).flatMap((name, index) => {
      if (!isThere(index)) return []
      const [example = ''] = examples[index] ?? []
      const label = example === '' || isUsed(index) ? name : `${name} · ${example.slice(0, EXAMPLE)}`
      return [{ value: String(index), label }]
    }),
  ]
  // The id of Maktaba is for files that were exported here: other programs have ids of their own.
  const hasIds = (columns.id !== undefined && isThere(columns.id)) || examples.flat().some(isUuid)
  const shown = fields.filter((field) => field !== 'id' || hasIds)
  return (
    <>
      <div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {shown.map((field) => {
          const index = columns[field]
          return (
            <SelectField
              key={field}
              label={fieldLabel(field)}
              value={index === undefined || !isThere(index) ? NONE : String(index)}
              options={options}
              error={field === 'title' && index === undefined ? m.import_title_needed() : undefined}
              hint={index !== undefined && <Examples values={examples[index] ?? []} />}
              onChange={(next) => {
                const { [field]: _, ...others } = columns
                onChange({ columns: next === NONE ? others : { ...others, [field]: Number(next) } })
              }}
            />
          )
        })}
      </div>
      {item.isListOfPeople ? (
        <Warning>
          <Sentence
            text={m.import_people}
            parts={{
              users: (
                <Link to="/manager/users" className="rounded-sm font-medium underline">
                  {m.nav_users()}
                </Link>
              ),
            }}
          />
        </Warning>
      ) : (
        columns.author === undefined && hasMore && <Warning>{m.import_author_needed()}</Warning>
      )}
      <ColumnsNotKept item={item} isWarning />
    </>
  )
}

/** The names of the columns; a number for one without. */
const columnNames = (header: readonly string[]): string[] =>
  header.map((name, index) => name || m.import_column_number({ number: formatNumber(index + 1) }))

/** What is lost, or wrong, unless it is seen before the start. */
const Warning = ({ children }: { children: ReactNode }) => (
  <p className="mt-3 flex items-start gap-2.5 rounded-md border border-warning px-3.5 py-2.5 text-sm text-pretty">
    <Icon name="alert" className="mt-0.5 size-4 flex-none text-warning" />
    <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </p>
)

interface ColumnsNotKeptProps {
  item: Pick<Import, 'header' | 'columns' | 'filled' | 'rows'>
  /** Before the start. */
  isWarning?: boolean
}

/** Names the columns of the file that no field is read from: a warning where they are filled and the import waits. */
export function ColumnsNotKept({ item: { header, columns, filled, rows }, isWarning = false }: ColumnsNotKeptProps) {
  const read = new Set(Object.values(columns))
  const names = columnNames(header)
  // Imports of before have no counts.
  const left = names.flatMap((name, index) =>
    read.has(index) || filled[index] === 0 ? [] : [{ name, count: filled[index] ?? 0 }],
  )
  if (left.length === 0) return null
  const parts = { columns: <NameList names={left.map(({ name }) => name)} /> }
  if (!isWarning)
    return (
      <p className="text-sm text-muted">
        <Sentence text={m.import_not_kept} parts={parts} />
      </p>
    )
  const filledRows = formatNumber(Math.max(...left.map(({ count }) => count)))
  return (
    <Warning>
      <Sentence text={m.import_not_kept_filled} parts={{ ...parts, filled: filledRows, rows: formatNumber(rows) }} />
    </Warning>
  )
}

const Examples = ({ values }: { values: readonly string[] }) => (
  <span className="line-clamp-2 text-[0.8125rem] [overflow-wrap:anywhere]">
    {values.map((value, at) => (
      <span key={value}>
        {at > 0 && ' · '}
        <bdi>{value}</bdi>
      </span>
    ))}
  </span>
)

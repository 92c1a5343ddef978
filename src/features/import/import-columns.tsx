import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { SelectField } from '#ui/form/select-field.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { fieldLabel } from './import-words.ts'
import { NameList } from './name-list.tsx'
import type { Correction, Import } from './import.schema.ts'

const NONE = ''

interface ImportColumnsProps {
  item: Pick<Import, 'fields' | 'header' | 'examples' | 'columns'>
  onChange: (correction: Correction) => void
}

/** Which column each field is read from, with examples, and the columns that are not kept. */
export function ImportColumns({ item, onChange }: ImportColumnsProps) {
  const { fields, header, examples, columns } = item
  const names = columnNames(header)
  const options = [
    { value: NONE, label: m.import_column_none() },
    ...names.map((label, index) => ({ value: String(index), label })),
  ]
  // The id of Maktaba is for files that were exported here; MARC files have an empty column for it.
  const idColumn = columns.id ?? header.findIndex((name) => /^\s*id\s*$/i.test(name))
  const shown = fields.filter((field) => field !== 'id' || (examples[idColumn] ?? []).length > 0)
  return (
    <>
      <div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {shown.map((field) => {
          const index = columns[field]
          return (
            <SelectField
              key={field}
              label={fieldLabel(field)}
              value={index === undefined ? NONE : String(index)}
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
      <ColumnsNotKept item={item} className="mt-3" />
    </>
  )
}

/** The names of the columns; a number for one without. */
const columnNames = (header: readonly string[]): string[] =>
  header.map((name, index) => name || m.import_column_number({ number: formatNumber(index + 1) }))

/** Names the columns of the file that no field is read from. */
export function ColumnsNotKept({
  item,
  className = '',
}: {
  item: Pick<Import, 'header' | 'columns'>
  className?: string
}) {
  const read = new Set(Object.values(item.columns))
  const left = columnNames(item.header).filter((_, index) => !read.has(index))
  if (left.length === 0) return null
  return (
    <p className={`text-sm text-muted ${className}`}>
      <Sentence text={m.import_not_kept} parts={{ columns: <NameList names={left} /> }} />
    </p>
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

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { peopleOfFiles } from '#kit/installation/installation.slots.ts'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isUuid } from '#base/lib/uuid.ts'
import { CheckBox } from '#base/ui/check-box.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import { fieldLabel } from './import-words.ts'
import { NameList } from '../shared/name-list.tsx'
import type { Correction, Import } from '../import.schema.ts'

const NONE = ''
/** Characters of an example beside the name of a column. */
const EXAMPLE = 30

interface ImportColumnsProps {
  item: Pick<
    Import,
    | 'shape'
    | 'fields'
    | 'header'
    | 'examples'
    | 'columns'
    | 'further'
    | 'choices'
    | 'filled'
    | 'rows'
    | 'isListOfPeople'
  >
  onChange: (correction: Correction) => void
}

/** Fields that are always shown; the others only where they have a column. */
const FIRST = new Set(['title', 'author', 'genre', 'publisher'])

/** Which column each field is read from, with examples, and the columns that become details. */
export function ImportColumns({ item, onChange }: ImportColumnsProps) {
  const { shape, fields, header, examples, columns, filled } = item
  // Every MARC file has the same columns: what this one has nothing of cannot be chosen.
  const isThere = (index: number) => !shape?.kind.startsWith('marc') || filled[index] !== 0
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
  const choosable = fields.filter((field) => field !== 'details' && (field !== 'id' || hasIds))
  const isShown = (field: string) => FIRST.has(field) || columns[field] !== undefined
  const others = choosable.filter((field) => !isShown(field))
  const selects = (shown: readonly string[]) => (
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
              const { [field]: _, ...rest } = columns
              onChange({ columns: next === NONE ? rest : { ...rest, [field]: Number(next) } })
            }}
          />
        )
      })}
    </div>
  )
  return (
    <>
      {item.isListOfPeople && <ListOfPeople />}
      {selects(choosable.filter(isShown))}
      {others.length > 0 && (
        <details className="group mt-3">
          <summary className="-ms-2 inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-sm px-2 text-sm font-medium text-accent hover:underline">
            {m.import_columns_more({ count: formatNumber(others.length) })}
            <Icon name="down" className="size-4 text-muted group-open:rotate-180" />
          </summary>
          {selects(others)}
        </details>
      )}
      {!item.isListOfPeople && columns.author === undefined && hasMore && <Warning>{m.import_author_needed()}</Warning>}
      <ColumnsKept item={item} onChange={onChange} />
    </>
  )
}

/** Where the people of the file are added, since no file of people is read. */
function ListOfPeople() {
  const users = (
    <Link to="/manager/users" className={LINK}>
      {m.nav_users()}
    </Link>
  )
  const ofUsers = <Sentence text={m.import_people} parts={{ users }} />
  return <Warning>{useIsLending() ? <peopleOfFiles.Parts users={users} otherwise={ofUsers} /> : ofUsers}</Warning>
}

const LINK = 'rounded-sm font-medium underline'

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

/** The columns that no field is read from, each with its name, and how many of its cells are filled. */
function otherColumns({ header, columns, filled }: Pick<Import, 'header' | 'columns' | 'filled'>) {
  const read = new Set(Object.values(columns))
  // Imports of former versions of Maktaba have no counts of filled cells.
  return columnNames(header).flatMap((name, index) =>
    read.has(index) || filled[index] === 0 ? [] : [{ name, index, count: filled[index] ?? 0 }],
  )
}

/** The columns that become details of the books under their own names, each with its way out. */
function ColumnsKept({ item, onChange }: Pick<ImportColumnsProps, 'item' | 'onChange'>) {
  const { examples, choices, rows, further } = item
  const others = otherColumns(item)
  const fieldOf = new Map(
    Object.entries(further).flatMap(([field, indexes]) => indexes.map((index) => [index, field] as const)),
  )
  if (others.length === 0) return null
  const choose = (list: 'leftOut' | 'forReaders', index: number, isIn: boolean) => {
    const rest = choices[list].filter((one) => one !== index)
    onChange({ choices: { ...choices, [list]: isIn ? [...rest, index] : rest } })
  }
  return (
    <fieldset className="mt-5">
      <legend className="text-sm font-semibold">{m.import_columns_kept()}</legend>
      <ul className="mt-1.5 max-h-[38dvh] overflow-y-auto rounded-md border border-line px-3">
        {others.map(({ name, index, count }) => (
          <li key={index} className="flex items-start gap-x-3 border-line not-first:border-t">
            <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-start gap-3 py-2.5">
              <CheckBox
                checked={!choices.leftOut.includes(index)}
                onChange={({ target }) => choose('leftOut', index, !target.checked)}
                className="mt-0.5 size-[1.125rem] flex-none accent-accent"
              />
              <span className="min-w-0 flex-1">
                <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>{' '}
                <span className="text-[0.8125rem] text-muted tabular-nums">
                  {m.import_column_filled({ filled: formatNumber(count), rows: formatNumber(rows) })}
                </span>
                <span className="block text-muted">
                  <Examples values={examples[index] ?? []} />
                </span>
                <AlsoReadAs field={fieldOf.get(index)} />
              </span>
            </label>
            {!choices.leftOut.includes(index) && (
              <label className="flex min-h-11 max-w-[40%] cursor-pointer items-center gap-2 text-sm">
                <CheckBox
                  checked={choices.forReaders.includes(index)}
                  aria-label={m.book_detail_for_readers_of({ name })}
                  onChange={({ target }) => choose('forReaders', index, target.checked)}
                  className="size-[1.125rem] flex-none accent-accent"
                />
                {m.book_detail_for_readers()}
              </label>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-sm text-muted">{m.import_columns_kept_hint()}</p>
    </fieldset>
  )
}

/** That a column fills a field too, beside the one that was chosen. */
const AlsoReadAs = ({ field }: { field: string | undefined }) =>
  field === undefined ? null : (
    <span className="block text-[0.8125rem]">{m.import_column_further({ field: fieldLabel(field) })}</span>
  )

/** Names the columns of the file that were left out. */
export function ColumnsNotKept({ item }: { item: Pick<Import, 'header' | 'columns' | 'choices' | 'filled'> }) {
  const left = otherColumns(item).filter(({ index }) => item.choices.leftOut.includes(index))
  if (left.length === 0) return null
  return (
    <p className="text-sm text-muted">
      <Sentence text={m.import_not_kept} parts={{ columns: <NameList names={left.map(({ name }) => name)} /> }} />
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

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bookFields } from '#catalogue/book/book-fields.words.ts'
import { copyColumns } from '../copy-columns.words.ts'
import { fieldText } from '#base/i18n/field-text.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { Sentence } from '#base/ui/sentence.tsx'
import { ResultBadge } from './import-result-badge.tsx'
import { editionOptions, fieldLabel, isNoBook, noteText, reasonText } from './import-words.ts'
import type { Import, ImportRow } from '../import.schema.ts'

/**
 * Row, result, title with author, and a column for some fields; the others stand below, as wide as these together, since a column of
 * their own makes rows of one line ten lines high. On a phone each row is a card.
 */
export const rowGrid = 'px-4 lg:grid lg:grid-cols-[3.5rem_7rem_minmax(0,2.4fr)_var(--columns,)] lg:gap-x-4'

interface ImportTableRowProps {
  item: Pick<Import, 'state' | 'choices'>
  row: ImportRow
  /** Fields with a column of their own. */
  fields: readonly string[]
  /** Fields that share one column, 'More details'. */
  others: readonly string[]
  genreOf: (id: string | null) => string | undefined
  /** Chooses what becomes of another edition; undefined where nothing can be chosen. */
  onChoose: ((choices: Import['choices']) => void) | undefined
}

/** A row of a file: its values, with what was there before, and why it is refused. */
export function ImportTableRow({ item, row, fields, others, genreOf, onChoose }: ImportTableRowProps) {
  const { book, similar, values } = row
  const title = <FieldValue row={row} field="title" />
  return (
    <div
      role="row"
      className={`${rowGrid} items-start border-line py-2.5 not-last:border-b ${isNoBook(row.reason) ? 'text-muted' : ''}`}
    >
      <span role="cell" className="text-sm text-muted tabular-nums max-lg:me-3">
        <span className="lg:sr-only">{m.import_row()} </span>
        {formatNumber(row.row)}
      </span>
      <span role="cell">
        <ResultBadge row={row} state={item.state} />
      </span>
      <div role="cell" className="min-w-0 max-lg:mt-1.5 [overflow-wrap:anywhere]">
        <p className="leading-snug font-semibold">
          {book ? (
            <Link
              to="/manager/books/$id"
              params={{ id: book.id }}
              className="rounded-sm hover:text-accent hover:underline"
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {(values.author || row.before?.author !== undefined) && (
          <p className="text-[0.9rem] text-muted">
            <FieldValue row={row} field="author" />
          </p>
        )}
        <Remarks row={row} />
        {row.isEdition && (row.result !== 'unchanged' || row.reason) && onChoose && (
          <EditionChoice choices={item.choices} row={row} onChoose={onChoose} />
        )}
        {similar && row.result === 'created' && (
          <p className="text-[0.8125rem] text-warning">
            <Sentence
              text={m.import_similar_book}
              parts={{
                book: (
                  <Link to="/manager/books/$id" params={{ id: similar.id }} className="rounded-sm underline">
                    <bdi>{similar.title}</bdi>
                  </Link>
                ),
              }}
            />
          </p>
        )}
      </div>
      {fields.map((field) => (
        <Cell key={field} label={fieldLabel(field)}>
          {field === 'genre' ? (
            <GenreValue row={row} genreOf={genreOf} choices={item.choices} />
          ) : (
            <FieldValue row={row} field={field} />
          )}
        </Cell>
      ))}
      <div
        role="cell"
        className="flex min-w-0 flex-wrap gap-x-4 gap-y-0.5 text-[0.8125rem] [overflow-wrap:anywhere] max-lg:mt-1 lg:col-start-3 lg:-col-end-1 lg:mt-1 lg:empty:hidden"
      >
        {others
          .filter((field) => isFilled(values[field]) || (row.before !== null && field in row.before))
          .map((field) => (
            <span key={field} className="line-clamp-2 max-w-full">
              <span className="text-muted">{m.common_label({ label: fieldLabel(field) })} </span>
              <FieldValue row={row} field={field} />
            </span>
          ))}
      </div>
    </div>
  )
}

const isFilled = (value: ImportRow['values'][string] | undefined): boolean => fieldText(value) !== ''

interface EditionChoiceProps {
  choices: Import['choices']
  row: ImportRow
  onChoose: (choices: Import['choices']) => void
}

/** What becomes of one row that is another edition: what was chosen for all of them, or something else. */
function EditionChoice({ choices, row: { at, row }, onChoose }: EditionChoiceProps) {
  const options = editionOptions()
  const forAll = options.find(({ value }) => value === choices.editions)?.label ?? ''
  return (
    <select
      aria-label={m.import_row_edition({ row: formatNumber(row) })}
      value={choices.editionRows[at] ?? ''}
      className="mt-1 min-h-9 max-w-full rounded-sm border border-line-strong bg-raised px-2 text-sm max-sm:min-h-11"
      onChange={({ target }) => {
        const { [at]: _, ...others } = choices.editionRows
        const chosen = options.find(({ value }) => value === target.value)
        onChoose({ ...choices, editionRows: chosen ? { ...others, [at]: chosen.value } : others })
      }}
    >
      <option value="">{m.import_row_edition_all({ choice: forAll })}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** The value of a field; on a phone behind its name, if there is one. */
const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <div
    role="cell"
    className="min-w-0 text-[0.9rem] [overflow-wrap:anywhere] max-lg:has-[bdi:empty:only-of-type]:hidden"
  >
    <span className="text-muted lg:sr-only">{m.common_label({ label })} </span>
    {children}
  </div>
)

const wordsOf = (field: string): FieldWords | undefined =>
  lookUp<FieldWords>(bookFields, field) ?? lookUp<FieldWords>(copyColumns, field)

function FieldValue({ row: { values, isRead, before }, field }: { row: ImportRow; field: string }) {
  // A cell as it stands in the file has no word: it may be no year, no day, no code of a language.
  const value = fieldText(values[field], isRead ? wordsOf(field) : undefined)
  return before && field in before ? (
    <Change before={fieldText(before[field], wordsOf(field))} after={value} />
  ) : (
    <bdi>{value}</bdi>
  )
}

interface GenreValueProps {
  row: ImportRow
  genreOf: (id: string | null) => string | undefined
  choices: Import['choices']
}

function GenreValue({ row: { result, genre, before, values, notes }, genreOf, choices }: GenreValueProps) {
  const other = choices.genres[genre ?? '']
  const name = (other && genreOf(other)) ?? genre ?? fieldText(values.genre)
  if (before && 'genreId' in before)
    return <Change before={genreOf(typeof before.genreId === 'string' ? before.genreId : null) ?? ''} after={name} />
  if (notes.includes('genre-left-out') || (genre !== null && other === null))
    return (
      <del className="text-muted">
        <bdi>{name}</bdi>
      </del>
    )
  if (name === '' && result === 'created') return <bdi className="text-muted">{genreOf(choices.genreId)}</bdi>
  return <bdi>{name}</bdi>
}

const Change = ({ before, after }: { before: string; after: string }) => (
  <Sentence
    text={m.activity_change}
    parts={{
      before: before === '' ? <i>{m.activity_nothing()}</i> : <bdi className="text-muted line-through">{before}</bdi>,
      after: after === '' ? <i>{m.activity_nothing()}</i> : <bdi className="font-semibold">{after}</bdi>,
    }}
  />
)

/** Why the row is refused or changes nothing, and what was altered. */
function Remarks({ row: { reason, notes, result } }: { row: ImportRow }) {
  return (
    <>
      {reason && (
        <p
          dir="auto"
          className={`text-[0.8125rem] ${result === 'refused' && !isNoBook(reason) ? 'text-danger' : 'text-muted'}`}
        >
          {reasonText(reason)}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="text-[0.8125rem] text-muted">
          {noteText(note)}
        </p>
      ))}
    </>
  )
}

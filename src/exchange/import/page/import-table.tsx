import { m } from '#base/i18n/paraglide/messages.js'
import { ImportTableRow, rowGrid } from './import-table-row.tsx'
import { fieldLabel } from './import-words.ts'
import type { Import, ImportRow } from '../import.schema.ts'

/** Fields that are not in the column 'More details': those with a column of their own, and the id. */
const NO_COLUMN = new Set(['title', 'author', 'genre', 'publisher', 'id'])

interface ImportTableProps {
  item: Pick<Import, 'state' | 'fields' | 'columns' | 'choices' | 'rows'>
  rows: readonly ImportRow[]
  /** The word of a genre by its id. */
  genreOf: (id: string | null) => string | undefined
  onChoose: ((choices: Import['choices']) => void) | undefined
}

/** Rows of a file, with what becomes of each. */
export function ImportTable({ item, rows, genreOf, onChoose }: ImportTableProps) {
  const hasGenre =
    item.columns.genre !== undefined ||
    item.choices.genreId !== null ||
    rows.some(({ genre, before, values }) => genre !== null || 'genre' in values || (before && 'genreId' in before))
  const fields = [...(hasGenre ? ['genre'] : []), ...(item.columns.publisher === undefined ? [] : ['publisher'])]
  const others = item.fields.filter((field) => !NO_COLUMN.has(field))
  return (
    <div
      role="table"
      aria-label={m.import_rows()}
      className="overflow-clip rounded-md border border-line bg-raised"
      style={{ '--columns': fields.map(() => 'minmax(0,1fr)').join(' ') }}
    >
      <div role="rowgroup" className="border-b border-line text-[0.8125rem] font-semibold text-muted max-lg:hidden">
        <div role="row" className={`${rowGrid} min-h-11 items-center`}>
          <span role="columnheader">{m.import_row()}</span>
          <span role="columnheader">{m.import_result()}</span>
          <span role="columnheader">{fieldLabel('title')}</span>
          {fields.map((field) => (
            <span key={field} role="columnheader">
              {fieldLabel(field)}
            </span>
          ))}
          <span role="columnheader" className="sr-only">
            {m.book_more_details()}
          </span>
        </div>
      </div>
      <div role="rowgroup">
        {rows.map((row) => (
          <ImportTableRow key={row.at} {...{ item, row, fields, others, genreOf, onChoose }} />
        ))}
      </div>
    </div>
  )
}

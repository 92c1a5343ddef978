import { useRef, useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { lineActionClass } from '#base/ui/panel.tsx'
import { exportFormatSchema, type ExportFormat } from '../book-export.schema.ts'
import type { BookFilter } from '#catalogue/book/search/book-search.schema.ts'
import { BookDownload } from '../book-download.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'

const TEXTS: Record<ExportFormat, { name: string; use: () => string }> = {
  csv: { name: 'CSV', use: m.book_export_csv },
  'csv-semicolon': { name: 'CSV (;)', use: m.book_export_csv_semicolon },
  xlsx: { name: 'XLSX', use: m.book_export_xlsx },
  jsonl: { name: 'JSON lines', use: m.book_export_jsonl },
  marc: { name: 'MARC 21', use: m.book_export_marc },
  marcxml: { name: 'MARCXML', use: m.book_export_marcxml },
}

interface BookExportProps {
  /** What the list is narrowed to. */
  filter: Omit<BookFilter, 'searchTerm'> & { searchTerm: string }
  /** Number of books; null while it is being counted. */
  total: number | null
}

/** Opens the choice of a format, in which the books of the list are downloaded: all of them, not only the loaded ones. */
export function BookExport({ filter, total }: BookExportProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={`${lineActionClass} print:hidden`}
      >
        {m.book_export()}
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={
          total === null ? m.book_export_title() : m.book_export_count({ count: total, shown: formatNumber(total) })
        }
        closeLabel={m.common_close()}
        lastFocus={opener}
      >
        <Formats filter={filter} total={total} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function Formats({ filter, total, onDone }: BookExportProps & { onDone: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const search = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined && value !== '') search.set(name, String(value))
  // A publisher or author of '' asks for books without one.
  for (const name of ['author', 'publisher'] as const) if (filter[name] === '') search.set(name, '')
  return (
    <>
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">{m.book_export_format()}</legend>
        {exportFormatSchema.options.map((one) => (
          <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
            <CheckBox
              type="radio"
              name="export-format"
              value={one}
              checked={one === format}
              onChange={() => setFormat(one)}
              className="size-[1.125rem] accent-accent"
            />
            <span>
              <span className="font-semibold">{TEXTS[one].name}</span>{' '}
              <span className="text-muted">{TEXTS[one].use()}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <BookDownload url={`/api/v1/books/export?${search.toString()}`} format={format} total={total} onDone={onDone} />
    </>
  )
}

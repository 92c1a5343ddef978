import { m } from '#base/i18n/paraglide/messages.js'
import { NativeSelect } from '#base/ui/form/native-select.tsx'
import { filterClass } from '#base/ui/list/filter-class.ts'
import type { Correction, Import } from '../import.schema.ts'

type Shape = NonNullable<Import['shape']>

const KINDS: { value: Shape['kind']; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'jsonl', label: 'JSON lines' },
  { value: 'marc', label: 'MARC 21' },
  { value: 'marcxml', label: 'MARCXML' },
]
const ENCODINGS: { value: NonNullable<Shape['encoding']>; label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16 LE' },
  { value: 'utf-16be', label: 'UTF-16 BE' },
  { value: 'windows-1252', label: 'Windows-1252' },
  { value: 'windows-1256', label: 'Windows-1256' },
  { value: 'macintosh', label: 'Mac Roman' },
  { value: 'cp850', label: 'DOS 850' },
  { value: 'iso-8859-6', label: 'ISO 8859-6' },
  { value: 'iso-8859-8', label: 'ISO 8859-8' },
  { value: 'windows-1251', label: 'Windows-1251' },
  { value: 'koi8-r', label: 'KOI8-R' },
  { value: 'marc-8', label: 'MARC-8' },
]
const DELIMITERS: Record<string, () => string> = {
  ',': m.import_delimiter_comma,
  ';': m.import_delimiter_semicolon,
  '\t': m.import_delimiter_tab,
  '|': m.import_delimiter_pipe,
}

const LOOK = `${filterClass()} px-3 [&>span]:truncate`

interface ImportShapeProps {
  shape: Shape
  /** Whether the first row may be a book. */
  asksForHeader: boolean
  onChange: (correction: Correction) => void
}

/** What a file was recognised as; each part can be changed. */
export function ImportShape({ shape, asksForHeader, onChange }: ImportShapeProps) {
  const { kind, encoding, delimiter, sheet, sheets = [], hasHeader = true } = shape
  const change = (next: Partial<Shape>) => onChange({ shape: { ...shape, ...next } })
  return (
    <div className="flex flex-wrap gap-2">
      {kind === 'xlsx' ? (
        <span className="inline-flex min-h-11 items-center px-1 text-sm font-semibold">Excel (XLSX)</span>
      ) : (
        <NativeSelect
          label={m.import_kind()}
          value={kind}
          options={KINDS}
          className={LOOK}
          onChange={(next) =>
            onChange({
              shape: {
                kind: next,
                encoding: encoding ?? 'utf-8',
                ...(next === 'csv' && { delimiter: delimiter ?? ',' }),
              },
            })
          }
        />
      )}
      {encoding && (
        <NativeSelect
          label={m.import_encoding()}
          value={encoding}
          options={ENCODINGS.filter(({ value }) =>
            kind === 'marc' ? !value.startsWith('utf-16') : value !== 'marc-8',
          )}
          className={LOOK}
          onChange={(next) => change({ encoding: next })}
        />
      )}
      {kind === 'csv' && (
        <NativeSelect
          label={m.import_delimiter()}
          value={delimiter ?? ','}
          options={[...new Set([delimiter ?? ',', ...Object.keys(DELIMITERS)])].map((value) => ({
            value,
            label: DELIMITERS[value]?.() ?? value,
          }))}
          className={LOOK}
          onChange={(next) => change({ delimiter: next })}
        />
      )}
      {(kind === 'csv' || kind === 'xlsx') && (asksForHeader || !hasHeader) && (
        <NativeSelect
          label={m.import_first_row()}
          value={hasHeader ? 'names' : 'book'}
          options={[
            { value: 'names', label: m.import_first_row_names() },
            { value: 'book', label: m.import_first_row_book() },
          ]}
          className={LOOK}
          onChange={(next) => change({ hasHeader: next === 'names' })}
        />
      )}
      {sheets.length > 1 && sheet !== undefined && (
        <NativeSelect
          label={m.import_sheet()}
          value={sheet}
          options={sheets.map((value) => ({ value, label: value }))}
          className={LOOK}
          onChange={(next) => change({ sheet: next })}
        />
      )}
    </div>
  )
}

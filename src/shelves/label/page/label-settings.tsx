import type { ReactNode } from 'react'
import { formatDay, formatNumber, formatShare } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import type { usePrinters } from '../printer/printers.ts'
import { LABEL_PARTS, type LabelPart, type LabelParts } from '../sheet/label-layout.ts'
import { SHEET_IDS, type LabelSheet, type SheetId } from '../sheet/sheets.ts'
import { BeginChoice } from './begin-choice.tsx'

const PART_WORDS: Record<LabelPart, () => string> = {
  code: m.labels_code,
  number: m.copy_number,
  shelfMark: m.copy_shelf_mark,
  title: m.book_title,
}

/** A sheet as people choose it: the maker's number and the size of a label. */
function sheetName({ id, paper, label, isCut }: LabelSheet): string {
  const words = { name: isolated(id), width: formatNumber(label.width), height: formatNumber(label.height) }
  return isCut ? m.labels_cut(words) : paper.startsWith('roll') ? m.labels_roll(words) : m.labels_size(words)
}

interface LabelSettingsProps {
  sheets: readonly LabelSheet[]
  sheet: LabelSheet
  onSheet: (id: SheetId) => void
  begin: number | null
  onBegin: (begin: number | null) => void
  /** What stands on a label; undefined for library cards, which are always the same. */
  parts: LabelParts | undefined
  onParts: (parts: LabelParts) => void
  printers: ReturnType<typeof usePrinters>
  onRuler: () => void
  /** What is to be printed. */
  children: ReactNode
}

/** Beside the sheets: what is printed, on which sheet, from which label on, and on which printer. */
export function LabelSettings(props: LabelSettingsProps) {
  const { sheets, sheet, onSheet, begin, onBegin, parts, onParts, printers, onRuler, children } = props
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 rounded-md border border-line bg-raised p-4.5 print:hidden [overflow-wrap:anywhere]">
      {children}
      <SelectField
        label={m.labels_sheet()}
        value={sheet.id}
        options={sheets.map((one) => ({ value: one.id, label: sheetName(one) }))}
        onChange={(id) => {
          const known = SHEET_IDS.find((one) => one === id)
          if (known) onSheet(known)
        }}
      />
      {sheet.columns * sheet.rows > 1 && <BeginChoice sheet={sheet} begin={begin} onBegin={onBegin} />}
      {parts && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">{m.labels_parts()}</legend>
          <div className="flex flex-wrap gap-2">
            {LABEL_PARTS.map((part) => (
              <label
                key={part}
                className={`inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border px-3 text-sm font-medium ${parts[part] ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong bg-raised'}`}
              >
                <CheckBox
                  checked={parts[part]}
                  className="size-4.5 flex-none accent-accent"
                  onChange={({ target }) => onParts({ ...parts, [part]: target.checked })}
                />
                {PART_WORDS[part]()}
              </label>
            ))}
          </div>
          <p className="mt-2 text-sm text-muted">{m.labels_spine_hint()}</p>
        </fieldset>
      )}
      <PrinterChoice printers={printers} onRuler={onRuler} />
    </div>
  )
}

/** The printer, of those that were measured on this device, and what is done to the page for it. */
function PrinterChoice({ printers, onRuler }: Pick<LabelSettingsProps, 'printers' | 'onRuler'>) {
  const { printer, choose } = printers
  return (
    <div>
      <SelectField
        label={m.labels_printer()}
        value={printer?.name ?? ''}
        options={[
          { value: '', label: m.labels_printer_none() },
          ...printers.printers.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={choose}
      />
      <p className="mt-2 text-sm text-muted">
        {printer
          ? m.labels_printer_is({
              x: formatNumber(printer.x),
              y: formatNumber(printer.y),
              scaleX: formatShare(printer.scaleX),
              scaleY: formatShare(printer.scaleY),
              day: formatDay(printer.measuredOn),
            })
          : m.labels_printer_text()}
      </p>
      <Button look="second" className="mt-3 w-full" onClick={onRuler}>
        {m.labels_ruler()}
      </Button>
    </div>
  )
}

import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { NumberInput } from '#base/ui/form/inputs.tsx'
import { labelsOfSheet, type LabelSheet } from '../sheet/sheets.ts'

interface BeginChoiceProps {
  sheet: LabelSheet
  /** Counted from 1; null while the field is empty. */
  begin: number | null
  onBegin: (begin: number | null) => void
}

/** The first label that is free, as a number and as a small picture of the sheet to point at. */
export function BeginChoice({ sheet, begin, onBegin }: BeginChoiceProps) {
  const last = labelsOfSheet(sheet)
  return (
    <div>
      <NumberInput
        name="begin"
        label={m.labels_begin()}
        value={begin}
        isOptional={false}
        readOnly={false}
        autoFocus={false}
        className=""
        hint={m.labels_begin_hint({ last: formatNumber(last) })}
        error={
          begin !== null && (begin < 1 || begin > last) ? m.labels_begin_hint({ last: formatNumber(last) }) : undefined
        }
        onChange={onBegin}
      />
      {/* The keyboard has the field above. */}
      <div
        aria-hidden="true"
        dir="ltr"
        className="mt-3 grid w-fit cursor-pointer gap-0.5"
        style={{ gridTemplateColumns: `repeat(${sheet.columns}, auto)` }}
        onClick={({ target }) => {
          const at = target instanceof HTMLElement ? target.dataset.at : undefined
          if (at !== undefined) onBegin(Number(at))
        }}
      >
        {Array.from({ length: last }, (_, index) => index + 1).map((at) => (
          <span
            key={at}
            data-at={at}
            className={`rounded-xs border ${cellSize(sheet)} ${at === begin ? 'border-accent bg-accent-soft' : at < (begin ?? 1) ? 'border-line-strong bg-line-strong/60' : 'border-line-strong bg-raised'}`}
          />
        ))}
      </div>
    </div>
  )
}

const cellSize = ({ columns, rows }: LabelSheet): string =>
  `${columns > 4 ? 'w-6' : 'w-12'} ${rows > 20 ? 'h-1.5' : rows > 8 ? 'h-2.5' : 'h-4.5'}`

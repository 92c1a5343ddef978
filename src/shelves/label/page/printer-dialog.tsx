import { useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isoDay } from '#base/lib/day-start.ts'
import { westernDigits } from '#base/lib/search/digits.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { correctionOf, expectedOf, MEASURES, rulerOf, wrongMeasures, type Measure } from '../printer/correction.ts'
import type { Printer } from '../printer/printers.ts'
import type { LabelSheet } from '../sheet/sheets.ts'

const WORDS: Record<Measure, () => string> = {
  left: m.labels_measure_left,
  width: m.labels_measure_width,
  top: m.labels_measure_top,
  height: m.labels_measure_height,
}

interface PrinterDialogProps {
  isOpen: boolean
  onClose: () => void
  sheet: LabelSheet
  /** The printer that is chosen: measured anew, or forgotten. */
  printer: Printer | undefined
  timeZone: string
  onKeep: (printer: Printer) => void
  onForget: (name: string) => void
}

/** Millimetres as people write them: with a point or a comma, in digits of any script. NaN for anything else. */
function millimetres(typed: string): number {
  const text = westernDigits(typed).trim().replace(/[,٫]/, '.')
  return /^\d{1,3}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
}

const today = (timeZone: string): string => isoDay(new Date(), timeZone)

const EMPTY = { left: '', width: '', top: '', height: '' }

/** Prints the ruler page, takes what was measured on it, and keeps the printer on this device. */
export function PrinterDialog({ isOpen, onClose, sheet, printer, timeZone, onKeep, onForget }: PrinterDialogProps) {
  const [name, setName] = useState(printer?.name ?? '')
  const [typed, setTyped] = useState<Record<Measure, string>>(EMPTY)
  const [wrong, setWrong] = useState<readonly (Measure | 'name')[]>([])
  const ruler = rulerOf(sheet.page)
  const expected = expectedOf(ruler)
  const isChanged = () => Object.values(typed).some((text) => text !== '')
  const discard = () => setTyped(EMPTY)
  const keep = () => {
    const measured = {
      left: millimetres(typed.left),
      width: millimetres(typed.width),
      top: millimetres(typed.top),
      height: millimetres(typed.height),
    }
    const problems = [...(name.trim() === '' ? (['name'] as const) : []), ...wrongMeasures(measured, ruler)]
    setWrong(problems)
    if (problems.length > 0) return
    onKeep({ name: name.trim(), ...correctionOf(measured, ruler), measuredOn: today(timeZone) })
    discard()
    void toast({ type: 'success', title: m.labels_printer_kept() })
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={m.labels_ruler()} closeLabel={m.common_close()}>
      <Form
        isChanged={isChanged}
        onDiscard={discard}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          keep()
        }}
      >
        <p>{m.labels_ruler_how()}</p>
        <Button look="second" onClick={() => window.print()}>
          {m.labels_ruler_print()}
        </Button>
        <p className="text-sm text-muted">{m.labels_ruler_on_paper()}</p>
        {MEASURES.map((one) => {
          const shown = formatNumber(expected[one])
          return (
            <TextField
              key={one}
              name={one}
              label={WORDS[one]()}
              hint={m.labels_measure_hint({ expected: shown })}
              error={wrong.includes(one) ? m.labels_measure_wrong({ expected: shown }) : undefined}
              inputMode="decimal"
              dir="ltr"
              autoComplete="off"
              value={typed[one]}
              onChange={({ target }) => setTyped((before) => ({ ...before, [one]: target.value }))}
            />
          )
        })}
        <TextField
          name="name"
          label={m.labels_printer_name()}
          error={wrong.includes('name') ? m.validation_required() : undefined}
          dir="auto"
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit">{m.noun_save()}</Button>
        {printer && (
          <Button
            look="second"
            className="text-danger"
            onClick={() => {
              onForget(printer.name)
              onClose()
            }}
          >
            {m.labels_printer_forget()}
          </Button>
        )}
      </Form>
    </Dialog>
  )
}

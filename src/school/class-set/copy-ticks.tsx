import { useId, useState, type ReactNode } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { readCode } from '#base/lib/scan/read-code.ts'
import { CameraScan } from '#base/ui/camera/camera-scan.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { useScannedText } from '#base/ui/form/use-scanned-text.ts'
import { panelClass } from '#base/ui/panel.tsx'

export interface TickedCopy {
  id: string
  number: string
  /** Whether it can be ticked. */
  isOpen: boolean
  /** What is said of it, at the end of its row. */
  state: ReactNode
}

interface CopyTicksProps {
  copies: readonly TickedCopy[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  /** The words of the box that ticks all. */
  all: string
  /** Why a number that was scanned cannot be ticked, where the book has such a copy, and where it has not. */
  refusal: (code: string, isOfBook: boolean) => string
}

/** Copies with a box each, which a scan ticks, one after the other. */
export function CopyTicks({ copies, chosen, onChoose, all, refusal }: CopyTicksProps) {
  const open = copies.filter(({ isOpen }) => isOpen)
  const isAll = open.length > 0 && open.every(({ id }) => chosen.has(id))
  const id = useId()
  const tick = (one: string, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(one)
    else next.delete(one)
    onChoose(next)
  }
  return (
    <div className={panelClass}>
      <ScanField copies={copies} refusal={refusal} onTick={(one) => tick(one, true)} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <CheckBox
            checked={isAll}
            disabled={open.length === 0}
            className="size-5 flex-none accent-accent"
            onChange={({ target }) => onChoose(new Set(target.checked ? open.map((one) => one.id) : []))}
          />
          {all}
        </label>
        <span className="text-sm text-muted">{m.class_set_chosen({ shown: formatNumber(chosen.size) })}</span>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list">
        {copies.map((copy) => (
          <li key={copy.id} className="flex flex-wrap items-center gap-x-4 border-t border-line">
            <label htmlFor={`${id}-${copy.id}`} className="flex min-h-11 flex-1 items-center gap-3">
              {copy.isOpen ? (
                <CheckBox
                  id={`${id}-${copy.id}`}
                  aria-label={m.class_set_choose({ number: copy.number })}
                  checked={chosen.has(copy.id)}
                  className="size-5 flex-none accent-accent"
                  onChange={({ target }) => tick(copy.id, target.checked)}
                />
              ) : (
                <span className="size-5 flex-none" />
              )}
              <bdi dir="ltr" className="font-mono text-sm">
                {copy.number}
              </bdi>
            </label>
            <span className="text-end text-sm">{copy.state}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ScanFieldProps extends Pick<CopyTicksProps, 'copies' | 'refusal'> {
  onTick: (id: string) => void
}

function ScanField({ copies, refusal, onTick }: ScanFieldProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const onKeyDown = useScannedText(setText)
  const scan = (code: string) => {
    if (code === '') return
    const numbers = new Set(readCode(code).numbers.map((one) => one.toUpperCase()))
    const found = copies.find(({ number }) => numbers.has(number.toUpperCase()))
    setText('')
    setProblem(found?.isOpen ? undefined : refusal(code, found !== undefined))
    if (found?.isOpen) onTick(found.id)
  }
  return (
    <Form
      isChanged={false}
      onSubmit={(event) => {
        event.preventDefault()
        scan(text.trim())
      }}
    >
      <TextField
        label={m.class_set_scan()}
        value={text}
        error={problem}
        dir="auto"
        autoComplete="off"
        autoFocus
        enterKeyHint="done"
        onKeyDown={onKeyDown}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        <CameraScan onCode={(code) => scan(code.trim().slice(0, 200))} />
      </div>
    </Form>
  )
}

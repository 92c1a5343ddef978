import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { readCode } from '#base/lib/scan/read-code.ts'
import { ScanKeys } from '#base/lib/scan/scan-keys.ts'
import { scannedDigits } from '#base/lib/scan/scanned-digits.ts'
import { westernDigits } from '#base/lib/search/digits.ts'
import { Form } from '#base/ui/form/form.tsx'
import { ManagerIcon } from '#base/ui/manager-icon.tsx'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { setArmedChoice } from './armed-choice.ts'
import type { Desk } from '../queue/desk.ts'
import type { DeskState } from '../queue/desk-state.ts'
import { codesOf } from '../shared/pasted-codes.ts'

/** Milliseconds after which a digit is a choice and not the beginning of a number. */
const CHOICE_PAUSE = 1000
/** Milliseconds within which a key follows an Escape that a scanner has sent. */
const ESCAPE_PAUSE = 80

const hasKeyboard = (): boolean => matchMedia('(pointer: fine)').matches

const focusField = (): void => document.querySelector<HTMLInputElement>('#desk-field')?.focus()

/** Leads the keys back into the field; not where that would open a phone's keyboard. */
const focusForKeys = (): void => {
  if (hasKeyboard()) focusField()
}

/** What a button of the desk does, after which a scan goes into the field again. */
export function actAndFocus(act: () => void): void {
  act()
  focusForKeys()
}

interface DeskFieldProps {
  desk: Desk
  state: DeskState
  /** What F4 does. */
  onGoOn: () => void
}

/** The one field of the desk: a scanner types into it, or a person. */
export function DeskField({ desk, state, onGoOn }: DeskFieldProps) {
  const { mode, happened, waiting } = state
  const isReturnOnly = mode === 'return'
  const answer = happened?.kind === 'scan' ? happened : undefined
  const choices = answer?.answer.choices ?? []
  const [value, setValue] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const keys = useRef(new ScanKeys())
  /** What the field kept of the words that were sent: more can be typed behind them. */
  const kept = useRef('')
  const choice = useRef<{ at: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const escape = useRef<ReturnType<typeof setTimeout>>(undefined)
  const showsKeys = useInBrowser(hasKeyboard, false)

  const disarm = () => {
    clearTimeout(choice.current?.timer)
    choice.current = undefined
    setArmedChoice(undefined)
  }
  const empty = () => {
    disarm()
    kept.current = ''
    setValue('')
  }
  const choose = (at: number) => {
    empty()
    desk.choose(at)
  }
  const change = (text: string) => {
    disarm()
    setValue(text)
    if (!text.startsWith(kept.current)) kept.current = ''
    const at = choiceOf(text.slice(kept.current.length).trim(), choices)
    if (at === undefined) return
    choice.current = { at, timer: setTimeout(() => choose(at), CHOICE_PAUSE) }
    setArmedChoice(at)
  }
  const send = (text: string) => {
    const armed = choice.current?.at
    const typed = keys.current.take(text)
    empty()
    if (armed !== undefined) desk.choose(armed)
    else if (typed.text !== '') desk.scan({ ...typed, text: typed.text.slice(0, 200) })
  }

  // Words that found several, or nothing, stay in the field, so that more of them can be typed.
  const keepWords = useEffectEvent((scan: { code: string; keys?: string | undefined } | undefined) => {
    if (!scan || waiting > 1 || (field.current?.value ?? '') !== '') return
    kept.current = scan.code
    keys.current.start(scan.code)
    setValue(scan.code)
  })
  useEffect(() => {
    if (answer && isOfWords(answer)) keepWords(answer.scan)
  }, [answer])

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const isHere = target === field.current
    const isElsewhere =
      target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea, dialog *')
    if (event.defaultPrevented || event.isComposing || (isElsewhere && !isHere)) return
    const isBusy = event.ctrlKey || event.metaKey || event.altKey
    clearTimeout(escape.current)
    const meaning =
      event.metaKey || event.altKey
        ? undefined
        : keys.current.press(event, isHere ? value : '', field.current?.selectionStart === value.length)
    const isUndo =
      (key === 'ArrowUp' && isHere && !isBusy) || (key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey)
    if (meaning === 'send') send(value)
    else if (meaning === 'ignore') return event.preventDefault()
    else if (key === 'F2') desk.setMode(isReturnOnly ? 'lend' : 'return')
    else if (key === 'F4' && !event.altKey) {
      // A key that is held down is one press.
      if (!event.repeat) onGoOn()
    } else if (isUndo && (value === '' || value === kept.current)) {
      empty()
      desk.undo()
    } else if (key === 'Escape') {
      if (value === '') escape.current = setTimeout(() => desk.end(), ESCAPE_PAUSE)
      else empty()
    } else {
      // A key outside the field comes from a keyboard or a scanner, on a phone too.
      if (!isHere && key.length === 1 && key !== ' ' && !isBusy) focusField()
      return
    }
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    focusForKeys()
    return () => document.removeEventListener('keydown', listen)
  }, [])
  useEffect(
    () => () => {
      clearTimeout(choice.current?.timer)
      clearTimeout(escape.current)
      setArmedChoice(undefined)
    },
    [],
  )

  return (
    <Form
      isChanged={false}
      onSubmit={(event) => {
        event.preventDefault()
        send(value)
      }}
      className="min-w-0 grow basis-64"
    >
      <label
        className={`flex min-h-18 items-center gap-3 rounded-lg border bg-raised ps-5 pe-4 focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/25 ${isReturnOnly ? 'border-warning' : 'border-line-strong'}`}
      >
        <ManagerIcon name="scan" className="size-6 text-accent" />
        <span className="sr-only">{m.desk_field()}</span>
        <input
          ref={field}
          id="desk-field"
          value={value}
          onChange={({ target }) => change(target.value)}
          onPaste={(event) => {
            const codes = codesOf(event.clipboardData.getData('text'))
            if (codes.length < 2) return
            event.preventDefault()
            empty()
            for (const code of codes) desk.scan({ text: code.slice(0, 200) })
          }}
          placeholder={m.desk_field()}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          // An empty field has the direction of the page, as its placeholder does.
          dir={value === '' ? undefined : 'auto'}
          className="min-w-0 flex-1 bg-transparent py-3 text-lg text-ellipsis outline-none placeholder:text-muted max-md:placeholder:text-base md:text-xl"
        />
        {showsKeys && (
          <span aria-hidden="true" className="flex flex-none gap-4 text-xs text-muted max-xl:hidden">
            {value === '' ? (
              <>
                <DeskKey name="F2">{m.desk_keys_return()}</DeskKey>
                <DeskKey name="Esc">{m.desk_keys_next()}</DeskKey>
                <DeskKey name="↑">{m.desk_keys_undo()}</DeskKey>
              </>
            ) : (
              <DeskKey name="Esc">{m.desk_keys_empty()}</DeskKey>
            )}
          </span>
        )}
      </label>
    </Form>
  )
}

/** A key and what it does. */
export const DeskKey = ({ name, isOn = false, children }: { name: string; isOn?: boolean; children?: string }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    <kbd
      className={`rounded-sm border px-1.5 font-sans text-xs ${isOn ? 'border-accent bg-accent text-accent-ink' : 'border-line-strong text-muted'}`}
      dir="ltr"
    >
      {name}
    </kbd>
    {children}
  </span>
)

type Answered = Extract<DeskState['happened'], { kind: 'scan' }>

/** Whether it was about words: names or titles, and no number. */
function isOfWords({ scan, answer: { result, choices = [] } }: Answered): boolean {
  if (result === 'choose') return choices.some(({ person, book }) => person !== null || book !== undefined)
  return result === 'unknown' && readCode(scan.code, scan.keys).isName
}

/** The choice of a digit, in any script or as the key of a French layout; undefined for anything else. */
function choiceOf(text: string, choices: readonly { code: string }[]): number | undefined {
  const digit = text.length === 1 ? westernDigits(scannedDigits(text)) : ''
  if (!/^[1-9]$/.test(digit)) return undefined
  const at = Number(digit) - 1
  return choices[at]?.code ? at : undefined
}

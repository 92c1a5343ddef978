import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { ManagerIcon } from '#ui/manager-icon.tsx'
import { useInBrowser } from '#ui/use-in-browser.ts'
import type { Desk } from './desk.ts'
import { codesOf, ScanKeys } from './scan-keys.ts'

/** Milliseconds after which a digit is a choice and not the beginning of a scan. */
const CHOICE_PAUSE = 250
/** Milliseconds within which a key follows an Escape that a scanner has sent. */
const ESCAPE_PAUSE = 80

const hasKeyboard = (): boolean => matchMedia('(pointer: fine)').matches

/** Leads the keys back into the field; not where that would open a phone's keyboard. */
const focusField = (): void => {
  if (hasKeyboard()) document.querySelector<HTMLInputElement>('#desk-field')?.focus()
}

/** What a button of the desk does, after which a scan goes into the field again. */
export function actAndFocus(act: () => void): void {
  act()
  focusField()
}

interface DeskFieldProps {
  desk: Desk
  hasChoices: boolean
  isReturnOnly: boolean
}

/** The one field of the desk: a scanner types into it, or a person. */
export function DeskField({ desk, hasChoices, isReturnOnly }: DeskFieldProps) {
  const [value, setValue] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const keys = useRef(new ScanKeys())
  const choice = useRef<ReturnType<typeof setTimeout>>(undefined)
  const escape = useRef<ReturnType<typeof setTimeout>>(undefined)
  const showsKeys = useInBrowser(hasKeyboard, false)

  const change = (text: string) => {
    clearTimeout(choice.current)
    setValue(text)
    if (!hasChoices || !/^[1-9]$/.test(text)) return
    choice.current = setTimeout(() => {
      desk.choose(Number(text) - 1)
      setValue('')
    }, CHOICE_PAUSE)
  }
  const send = (text: string) => {
    clearTimeout(choice.current)
    const code = keys.current.take(text).trim()
    setValue('')
    if (hasChoices && /^[1-9]$/.test(code)) desk.choose(Number(code) - 1)
    else if (code !== '') desk.scan(code.slice(0, 200))
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const isHere = target === field.current
    const isElsewhere =
      target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea, dialog *')
    if (event.defaultPrevented || event.isComposing || (isElsewhere && !isHere)) return
    const isBusy = event.ctrlKey || event.metaKey || event.altKey
    clearTimeout(escape.current)
    const meaning = isBusy
      ? undefined
      : keys.current.press(event, isHere ? value : '', field.current?.selectionStart === value.length)
    const isUndo =
      (key === 'ArrowUp' && isHere && !isBusy) || (key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey)
    if (meaning === 'send') send(value)
    else if (meaning === 'ignore') return event.preventDefault()
    else if (key === 'F2') desk.setMode(isReturnOnly ? 'lend' : 'return')
    else if (key === 'F4' && !event.altKey) {
      // Held down, it is one press.
      if (!event.repeat) desk.goOn()
    } else if (isUndo && value === '') desk.undo()
    else if (key === 'Escape') {
      if (value === '') escape.current = setTimeout(() => desk.end(), ESCAPE_PAUSE)
      else setValue('')
    } else {
      if (!isHere && key.length === 1 && key !== ' ' && !isBusy) focusField()
      return
    }
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    focusField()
    return () => document.removeEventListener('keydown', listen)
  }, [])
  useEffect(
    () => () => {
      clearTimeout(choice.current)
      clearTimeout(escape.current)
    },
    [],
  )

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send(value)
      }}
      className="print:hidden"
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
            for (const code of codes) send(code)
          }}
          placeholder={m.desk_field()}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          // An empty one stands in the direction of the page, as its words do.
          dir={value === '' ? undefined : 'auto'}
          className="min-w-0 flex-1 bg-transparent py-3 text-lg text-ellipsis outline-none placeholder:text-muted max-md:placeholder:text-base md:text-xl"
        />
        {showsKeys && (
          <span aria-hidden="true" className="flex flex-none gap-4 text-xs text-muted max-lg:hidden">
            <DeskKey name="F2">{m.desk_keys_return()}</DeskKey>
            <DeskKey name="Esc">{m.desk_keys_next()}</DeskKey>
            <DeskKey name="↑">{m.desk_keys_undo()}</DeskKey>
          </span>
        )}
      </label>
    </form>
  )
}

/** A key and what it does. */
export const DeskKey = ({ name, children }: { name: string; children?: string }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    <kbd className="rounded-sm border border-line-strong px-1.5 font-sans text-xs text-muted" dir="ltr">
      {name}
    </kbd>
    {children}
  </span>
)

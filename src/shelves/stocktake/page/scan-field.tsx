import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { ScanKeys, type TypedCode } from '#base/lib/scan/scan-keys.ts'
import { Form } from '#base/ui/form/form.tsx'
import { ManagerIcon } from '#base/ui/manager-icon.tsx'
import { codesOf } from '#lending/desk/shared/pasted-codes.ts'

/** Signs of the longest code. */
export const LONGEST_CODE = 200

/** The field of a stock-taking: a scanner types into it, wherever the keys are, or a person. */
export function ScanField({ onScan }: { onScan: (code: TypedCode) => void }) {
  const [value, setValue] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const keys = useRef(new ScanKeys())
  const send = (text: string) => {
    const typed = keys.current.take(text)
    setValue('')
    if (typed.text !== '') onScan({ ...typed, text: typed.text.slice(0, LONGEST_CODE) })
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const isHere = target === field.current
    const isElsewhere =
      target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea, dialog *')
    if (event.defaultPrevented || event.isComposing || (isElsewhere && !isHere)) return
    if (event.metaKey || event.altKey) return
    const meaning = keys.current.press(event, isHere ? value : '', field.current?.selectionStart === value.length)
    if (meaning === 'send') send(value)
    else if (key === 'Escape' && meaning !== 'ignore') setValue('')
    else if (meaning !== 'ignore') {
      if (!isHere && key.length === 1 && key !== ' ' && !event.ctrlKey) field.current?.focus()
      return
    }
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    // Not where that would open a phone's keyboard.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <Form
      isChanged={false}
      onSubmit={(event) => {
        event.preventDefault()
        send(value)
      }}
      className="min-w-0 flex-[1_1_14rem] print:hidden"
    >
      <label className="flex min-h-14 items-center gap-3 rounded-lg border border-line-strong bg-raised px-4 focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/25">
        <ManagerIcon name="scan" className="size-6 text-accent" />
        <span className="sr-only">{m.stocktake_field()}</span>
        <input
          ref={field}
          value={value}
          onChange={({ target }) => setValue(target.value)}
          onPaste={(event) => {
            const codes = codesOf(event.clipboardData.getData('text'))
            if (codes.length < 2) return
            event.preventDefault()
            setValue('')
            for (const code of codes) onScan({ text: code.slice(0, LONGEST_CODE) })
          }}
          placeholder={m.stocktake_field()}
          maxLength={LONGEST_CODE}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          dir={value === '' ? undefined : 'auto'}
          className="min-w-0 flex-1 bg-transparent py-3 text-lg text-ellipsis outline-none placeholder:text-muted max-md:placeholder:text-base"
        />
      </label>
    </Form>
  )
}

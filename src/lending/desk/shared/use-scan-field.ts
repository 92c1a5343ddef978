import { useEffect, useEffectEvent, useRef, useState, type ClipboardEvent, type SubmitEvent } from 'react'
import { ScanKeys, type TypedCode } from '#base/lib/scan/scan-keys.ts'
import { codesOf } from './pasted-codes.ts'

/** Signs of the longest code. */
export const LONGEST_CODE = 200

/**
 * A field for scans and nothing else: a scanner types into it, wherever the keys are, or a person; several codes are pasted at once.
 * Returns the props of its form and of its input.
 *
 * @public for the floors above
 */
export function useScanField(onScan: (code: TypedCode) => void) {
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
  return {
    form: {
      isChanged: false,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault()
        send(value)
      },
    },
    input: {
      ref: field,
      value,
      onChange: ({ target }: { target: HTMLInputElement }) => setValue(target.value),
      onPaste: (event: ClipboardEvent) => {
        const codes = codesOf(event.clipboardData.getData('text'))
        if (codes.length < 2) return
        event.preventDefault()
        setValue('')
        for (const code of codes) onScan({ text: code.slice(0, LONGEST_CODE) })
      },
      maxLength: LONGEST_CODE,
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      enterKeyHint: 'go',
      // An empty field has the direction of the page, as its placeholder does.
      dir: value === '' ? undefined : 'auto',
    },
  } as const
}

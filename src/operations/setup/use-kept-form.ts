import { useEffect, useRef } from 'react'

const KEY = 'setup-form'

/**
 * Keeps what is in a form of its own fields when the page is left other than by sending it, as when another language is
 * chosen: in this tab alone, and until the page is there again.
 */
export function useKeptForm() {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = ref.current
    if (!form) return undefined
    const kept = new URLSearchParams(sessionStorage.getItem(KEY) ?? '')
    sessionStorage.removeItem(KEY)
    if (kept.size > 0) for (const input of inputsOf(form)) fill(input, kept)
    // The menu entry brings the code along.
    const code = form.elements.namedItem('code')
    if (code instanceof HTMLInputElement && window.location.hash.length > 1) code.value = window.location.hash.slice(1)
    let isSent = false
    const send = () => (isSent = true)
    const keep = () => {
      if (isSent) return
      const values = inputsOf(form).flatMap(({ name, type, value, checked }) =>
        type !== 'checkbox' ? [[name, value]] : checked ? [[name, 'on']] : [],
      )
      sessionStorage.setItem(KEY, new URLSearchParams([['kept', ''], ...values]).toString())
    }
    form.addEventListener('submit', send)
    window.addEventListener('pagehide', keep)
    return () => {
      form.removeEventListener('submit', send)
      window.removeEventListener('pagehide', keep)
    }
  }, [])
  return ref
}

const inputsOf = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.querySelectorAll('input')].filter(({ type }) => type !== 'hidden')

function fill(input: HTMLInputElement, kept: URLSearchParams): void {
  if (input.type === 'checkbox') input.checked = kept.has(input.name)
  else input.value = kept.get(input.name) ?? ''
}

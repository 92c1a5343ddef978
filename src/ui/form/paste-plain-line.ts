import type { ClipboardEvent } from 'react'
import { asPlainLine } from '#lib/text.ts'

/**
 * Pastes text as one line: cells of a spreadsheet bring tabs, other programs marks of direction that nobody sees, and a field
 * of one line refuses both. An import does the same.
 */
export function pastePlainLine(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain')
  const line = asPlainLine(text)
  if (line === text || event.currentTarget.readOnly) return
  event.preventDefault()
  // The only way to insert text that the browser can take back.
  document.execCommand('insertText', false, line)
}

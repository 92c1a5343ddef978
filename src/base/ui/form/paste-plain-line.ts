import type { ClipboardEvent } from 'react'
import { asPlainLine } from '#base/lib/search/text.ts'

/**
 * Removes tabs, line breaks and invisible direction marks from pasted text, which a field of one line would refuse. They come
 * with cells of a spreadsheet and with right-to-left text of other programs. An import cleans its texts in the same way.
 */
export function pastePlainLine(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain')
  const line = asPlainLine(text)
  if (line === text || event.currentTarget.readOnly) return
  event.preventDefault()
  // The only way to insert text that the browser can take back.
  document.execCommand('insertText', false, line)
}

import { useRef, type KeyboardEvent } from 'react'
import { scannedText } from '#base/lib/scan/read-code.ts'
import { ScanKeys } from '#base/lib/scan/scan-keys.ts'

/**
 * For a field into which a scanner may type: with Enter, or a line feed that sends its form, the field gets what the scanner's keys say, where the layout of the
 * computer has made other signs of them. Returns its `onKeyDown`.
 */
export function useScannedText(onRead: (text: string) => void): (event: KeyboardEvent<HTMLInputElement>) => void {
  const keys = useRef(new ScanKeys())
  return (event) => {
    const { currentTarget, nativeEvent, key } = event
    const { value, selectionStart, form } = currentTarget
    if (key !== 'Enter') {
      const meaning = keys.current.press(nativeEvent, value, selectionStart === value.length)
      if (meaning !== 'send' || key === 'Tab') return
      event.preventDefault()
      // Once the field has what was read.
      setTimeout(() => form?.requestSubmit())
    }
    const read = scannedText(keys.current.take(value))
    if (read !== value.trim()) onRead(read)
  }
}

import { useEffect, useRef } from 'react'

/** Takes a picture that is pasted, unless there is a text with it, which the field gets. */
export function usePastedPicture(take: (file: File) => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? []
      if (!file?.type.startsWith('image/') || event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      latest.current(file)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
}

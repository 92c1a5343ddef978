import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** An element that stands alone on paper, while it is the first of the page. */
function newSheet(): HTMLElement {
  const sheet = document.createElement('div')
  sheet.className = 'hidden print:block [&~*]:print:hidden'
  return sheet
}

/** What is alone on paper, whatever page it is printed from; it is not seen on the screen. In the browser only. */
export function PrintedAlone({ children }: { children: ReactNode }) {
  const [sheet] = useState(newSheet)
  useEffect(() => {
    document.body.prepend(sheet)
    return () => sheet.remove()
  }, [sheet])
  return createPortal(children, sheet)
}

import { useLayoutEffect, type RefObject } from 'react'

/**
 * Keeps the height of a bar that stays at the top of the page in `--bar-height` of the document: column heads stick
 * below it, and what gets the focus is scrolled clear of it (styles.css).
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, isSticky: boolean): void {
  useLayoutEffect(() => {
    const element = bar.current
    if (!isSticky || !element) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--bar-height', `${element.offsetHeight}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--bar-height')
    }
  }, [bar, isSticky])
}

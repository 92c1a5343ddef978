import { useLayoutEffect, type RefObject } from 'react'

/**
 * Writes the height of a sticky bar to `--bar-height` of the document: table heads stick below it, and focused elements
 * scroll clear of it (styles.css).
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

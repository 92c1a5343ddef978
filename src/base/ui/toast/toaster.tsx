import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Toaster as Sonner } from 'sonner'
import { readTheme, watchTheme } from '../theme.ts'
import './toaster.css'

export { toast } from 'sonner'

/** Pixels between toasts and the edge of the window, and what is above them. */
const TOP = 16
const GAP = 8

const WIDTH = 356

/** Whether a toast, in the middle of the window, would cover some of what is above the content. */
const isInTheMiddle = ({ left, right }: DOMRect): boolean =>
  left < (window.innerWidth + WIDTH) / 2 + GAP && right > (window.innerWidth - WIDTH) / 2 - GAP

/**
 * Where toasts stand: at the top, if there is nothing in the middle; else below the title of the page and what is in its line,
 * such as the primary action, and below a `data-heading`, if they are in the upper part of the window.
 */
function topOfToasts(): number {
  const limit = window.innerHeight * 0.4
  const title = document.querySelector('main h1')
  const heading = document.querySelector('main [data-heading]')
  const bar = title?.parentElement?.matches('main') ? undefined : title?.parentElement
  const line = [title, heading, ...(bar?.children ?? [])]
    .filter((element) => element !== null)
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.bottom < limit)
  const end = Math.max(0, ...line.map(({ bottom }) => bottom))
  return line.some(isInTheMiddle) ? Math.max(TOP, end + GAP) : TOP
}

export interface ToasterProps {
  regionLabel: string
  closeLabel: string
  direction: 'ltr' | 'rtl'
  /** Number of toasts so far: the place is measured again for each. */
  shown: number
}

/** The toaster, with the constants of section 9 of the specification (swipe threshold: sonner's own 45 px). */
export function Toaster({ regionLabel, closeLabel, direction, shown }: ToasterProps) {
  // On another page, toasts move below what that has.
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? '' })
  const seen = `${shown} ${page}`
  const [position, setPosition] = useState(() => ({ seen, top: topOfToasts() }))
  if (position.seen !== seen) setPosition({ seen, top: topOfToasts() })
  const { top } = position
  const [hasFocus, setHasFocus] = useState(false)
  const theme = useSyncExternalStore(watchTheme, readTheme, () => 'system' as const)
  useEffect(() => {
    // Toasts behind the first are invisible until the stack is spread out, which sonner does for a pointer only.
    const spread = (event: FocusEvent) => {
      const { target } = event
      const toaster = target instanceof Element && target.closest('[data-sonner-toaster]')
      setHasFocus(!!toaster)
      // Sonner takes a focus that leaves the toasts back to where it came from. After Alt+T, which leads to their list,
      // that is welcome; after Tab, which leads to the first of them, the keyboard would never get past them.
      if (toaster && toaster !== target) event.stopPropagation()
    }
    window.addEventListener('focusin', spread, true)
    return () => window.removeEventListener('focusin', spread, true)
  }, [])
  return (
    <Sonner
      theme={theme}
      dir={direction}
      position="top-center"
      offset={{ top }}
      mobileOffset={{ top }}
      duration={4000}
      visibleToasts={3}
      gap={14}
      closeButton
      expand={hasFocus}
      containerAriaLabel={regionLabel}
      style={{ '--width': `${WIDTH}px` }}
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        style: {
          background: 'var(--raised)',
          color: 'var(--ink)',
          borderColor: 'var(--line)',
          borderRadius: '10px',
          boxShadow: 'var(--card-shadow)',
          fontFamily: 'inherit',
        },
      }}
    />
  )
}

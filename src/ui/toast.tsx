import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import type { ExternalToast, ToasterProps } from 'sonner'
import { fromThrown } from '#errors/local-error.ts'
import { recoverFromChunkError } from '#lib/build-watch.ts'
import { isRefusalHandled } from '#lib/refusal.ts'
import { readTheme, watchTheme } from './theme.ts'

/** A toast (section 3 of the specification). Times in milliseconds. */
interface Toast {
  type: 'success' | 'info' | 'warning' | 'error' | 'loading'
  title: string
  description?: string
  duration?: number
  dismissible?: boolean
  /** A button in the toast, such as 'Undo'. */
  action?: { label: string; onClick: () => void }
  position?: 'top-left' | 'top-center' | 'top-right' | 'bottom-left' | 'bottom-center' | 'bottom-right'
}

/** Readies the toaster for a toast. */
let mount: (() => void) | undefined
let isWanted = false

const Nothing: ComponentType<ToasterProps> = () => null
const loadSonner = () => import('sonner')

// It is outside of all error boundaries: if its chunk fails, only toasts are missing.
const Sonner = lazy(async () => {
  const loaded = await loadSonner().catch(() => undefined)
  return { default: loaded?.Toaster ?? Nothing }
})

/**
 * Loads the toast library at the next press or key, so that a toast can be shown without a network. Returns a function
 * that cancels it. Only for `useAction`.
 */
export function prepareToast(): () => void {
  const controller = new AbortController()
  for (const type of ['pointerdown', 'keydown']) {
    const load = () => void loadSonner().catch(() => undefined)
    window.addEventListener(type, load, { once: true, signal: controller.signal })
  }
  return () => controller.abort()
}

/** Shows a toast. The library is loaded with the first one; without a network it may not come. */
export async function toast({ type, title, ...options }: Toast): Promise<void> {
  isWanted = true
  mount?.()
  const loaded = await loadSonner().catch(() => undefined)
  if (loaded) loaded.toast[type](title, options satisfies ExternalToast)
  else showPlainly(title, options.description)
}

/** The words of a toast without its library, and so without its button. */
function showPlainly(title: string, description = ''): void {
  const box = document.createElement('p')
  box.role = 'alert'
  box.className = 'fixed inset-x-0 top-0 z-50 bg-raised p-5 shadow-card'
  document.body.append(box)
  // Announced where it changes.
  box.textContent = `${title} ${description}`
  setTimeout(() => box.remove(), 10_000)
}

const NEXT = 'toast'

/** Shows a toast on the page that this tab loads next. */
export function toastAfterLoad(title: string): void {
  try {
    sessionStorage.setItem(NEXT, title)
  } catch {
    // Without storage nothing is said.
  }
}

function showAfterLoad(): void {
  try {
    const title = sessionStorage.getItem(NEXT)
    sessionStorage.removeItem(NEXT)
    if (title) void toast({ type: 'success', title })
  } catch {
    // There was none.
  }
}

interface ToastFailureOptions {
  /** The page shows the reason: the toast says only what failed. */
  isExplained?: boolean
}

/** An error toast: what failed, and the message of the error. Shows nothing if a dialog handles the error. */
export function toastFailure(title: string, thrown: unknown, { isExplained = false }: ToastFailureOptions = {}): void {
  const error = fromThrown(thrown)
  if (isRefusalHandled(error)) return
  void recoverFromChunkError(thrown)
  void toast({ type: 'error', title, ...(!isExplained && { description: error.message }) })
}

/** Pixels between toasts and what is above them. */
const TOP = 16
const GAP = 8

const bottomOf = (element: Element | null | undefined): number => element?.getBoundingClientRect().bottom ?? 0

/**
 * Where toasts stand: below the title of the page and what is in its line, such as the primary action, and below a
 * `data-heading`, if they are in the upper part of the window.
 */
function topOfToasts(): number {
  const limit = window.innerHeight * 0.4
  const title = document.querySelector('main h1')
  const bottoms = [title, title?.parentElement, document.querySelector('main [data-heading]')].map(bottomOf)
  return Math.max(TOP, ...bottoms.filter((bottom) => bottom < limit).map((bottom) => bottom + GAP))
}

interface ToastHostProps {
  regionLabel: string
  closeLabel: string
  direction: 'ltr' | 'rtl'
}

/**
 * Mounted once; renders the toaster at the first toast, with the constants of section 9 of the specification (swipe
 * threshold: sonner's own 45 px).
 */
export function ToastHost({ regionLabel, closeLabel, direction }: ToastHostProps) {
  const [top, setTop] = useState<number>()
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
  useEffect(() => {
    mount = () => setTop(topOfToasts())
    // An earlier toast mounts it at once.
    if (isWanted) mount()
    showAfterLoad()
    return () => {
      mount = undefined
    }
  }, [])
  if (top === undefined) return null
  return (
    <Suspense>
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
        style={{ '--width': '356px' }}
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
    </Suspense>
  )
}

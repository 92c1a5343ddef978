import { useEffect, useState, type ComponentType } from 'react'
import type { ExternalToast } from 'sonner'
import { fromThrown } from '#base/errors/local-error.ts'
import { recoverFromChunkError } from '#base/lib/connection/build-watch.ts'
import { isRefusalHandled } from '#base/lib/form/refusal.ts'
import { lazyPart } from '../lazy-part.tsx'
import type { ToasterProps } from './toaster.tsx'

/** A toast (section 3 of the specification). Times in milliseconds. */
interface Toast {
  type: 'success' | 'info' | 'warning' | 'error' | 'loading'
  title: string
  description?: string
  duration?: number
  dismissible?: boolean
  /** A button in the toast, such as 'Undo'. */
  action?: { label: string; onClick: () => void }
  /** By which `endToast` takes the toast away. */
  id?: string
  position?: 'top-left' | 'top-center' | 'top-right' | 'bottom-left' | 'bottom-center' | 'bottom-right'
}

/** Readies the toaster for a toast. */
let mount: (() => void) | undefined
let isWanted = false

const Nothing: ComponentType<ToasterProps> = () => null
const loadToaster = () => import('./toaster.tsx')

// The toaster is outside of all error boundaries: if its chunk fails, only toasts are missing.
const Toaster = lazyPart(async () => {
  const loaded = await loadToaster().catch(() => undefined)
  return loaded?.Toaster ?? Nothing
})

/**
 * Loads the toast library at the next press or key, so that a toast can be shown without a network. Returns a function
 * that cancels it. Only for `useAction`.
 */
export function prepareToast(): () => void {
  const controller = new AbortController()
  for (const type of ['pointerdown', 'keydown']) {
    const load = () => void loadToaster().catch(() => undefined)
    window.addEventListener(type, load, { once: true, signal: controller.signal })
  }
  return () => controller.abort()
}

/** Milliseconds that the library of toasts gets to come: a line that hangs brings nothing, and no error. */
const TOASTER_PATIENCE = 3000

/** Shows a toast. The library is loaded with the first one; without a network it may not come. */
export async function toast({ type, title, ...options }: Toast): Promise<void> {
  isWanted = true
  mount?.()
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, TOASTER_PATIENCE))
  const loaded = await Promise.race([loadToaster().catch(() => undefined), late])
  if (loaded) loaded.toast[type](title, options satisfies ExternalToast)
  else showPlainly(title, options)
}

/** Takes a toast away whose words are no longer true. */
export async function endToast(id: string): Promise<void> {
  if (!isWanted) return
  document.querySelector(`[data-toast="${id}"]`)?.remove()
  const loaded = await loadToaster().catch(() => undefined)
  loaded?.toast.dismiss(id)
}

/** The words of a toast without its library, and so without its button. */
function showPlainly(title: string, { description = '', id }: Pick<Toast, 'description' | 'id'>): void {
  const box = document.createElement('p')
  if (id !== undefined) box.dataset.toast = id
  box.role = 'alert'
  box.className =
    'fixed inset-x-4 top-4 z-50 mx-auto max-w-[22.25rem] rounded-md border border-line bg-raised p-4 text-sm whitespace-pre-line shadow-card first-line:font-semibold'
  document.body.append(box)
  // Filled after it was added: screen readers announce a live region when its text changes.
  box.textContent = [title, description].filter(Boolean).join('\n')
  setTimeout(() => box.remove(), 10_000)
}

const NEXT = 'toast'

/** Shows a toast on the page that this tab loads next. */
export function toastAfterLoad(title: string): void {
  try {
    sessionStorage.setItem(NEXT, title)
  } catch {
    // Without storage no toast is shown.
  }
}

function showAfterLoad(): void {
  try {
    const title = sessionStorage.getItem(NEXT)
    sessionStorage.removeItem(NEXT)
    if (title) void toast({ type: 'success', title })
  } catch {
    // Without storage no toast was kept.
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

/** Mounted once; renders the toaster at the first toast. */
export function ToastHost(labels: Omit<ToasterProps, 'shown'>) {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    mount = () => setShown((count) => count + 1)
    // An earlier toast mounts it at once.
    if (isWanted) mount()
    showAfterLoad()
    return () => {
      mount = undefined
    }
  }, [])
  if (shown === 0) return null
  return <Toaster {...labels} shown={shown} />
}

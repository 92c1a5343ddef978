import type { ExternalToast } from 'sonner'
import { recoverFromChunkError } from '#lib/build-watch.ts'

/** A toast (section 3 of the specification). Times in milliseconds. */
export interface Toast {
  type: 'success' | 'info' | 'warning' | 'error' | 'loading'
  title: string
  description?: string
  duration?: number
  dismissible?: boolean
  position?: 'top-left' | 'top-center' | 'top-right' | 'bottom-left' | 'bottom-center' | 'bottom-right'
}

type Mount = () => void
let mount: Mount | undefined
let isWanted = false

/** Called by the host with the function that mounts the toaster; an earlier toast mounts it at once. */
export function setToastMount(next: Mount | undefined): void {
  mount = next
  if (isWanted) mount?.()
}

const loadToaster = (): void => void Promise.all([import('sonner'), import('./toaster.tsx')]).catch(() => undefined)

/**
 * Loads the toast library at the next press or key, so that a toast can be shown without a network. Returns a function
 * that cancels it. Only for `useAction`.
 */
export function prepareToast(): () => void {
  const controller = new AbortController()
  for (const type of ['pointerdown', 'keydown']) {
    window.addEventListener(type, loadToaster, { once: true, signal: controller.signal })
  }
  return () => controller.abort()
}

/** Shows a toast. The library is loaded with the first one. */
export async function toast({ type, title, ...options }: Toast): Promise<void> {
  isWanted = true
  mount?.()
  const loaded = await import('sonner').catch(recoverFromChunkError)
  if (typeof loaded === 'object') loaded.toast[type](title, options satisfies ExternalToast)
}

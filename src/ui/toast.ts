import type { ExternalToast } from 'sonner'
import { recoverLostFile } from '#lib/build-watch.ts'

/** A toast of section 3 of the specification. Times in milliseconds. */
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

/** The host says how to mount the toaster; a toast that came earlier mounts it at once. */
export function setToastMount(next: Mount | undefined): void {
  mount = next
  if (isWanted) mount?.()
}

/** Loads what a toast needs, before it may have to say that there is no network. */
export const prepareToast = (): void =>
  void Promise.all([import('sonner'), import('./toaster.tsx')]).catch(() => undefined)

/** Shows a toast. The library is loaded with the first one. */
export async function toast({ type, title, ...options }: Toast): Promise<void> {
  isWanted = true
  mount?.()
  const loaded = await import('sonner').catch(recoverLostFile)
  if (typeof loaded === 'object') loaded.toast[type](title, options satisfies ExternalToast)
}

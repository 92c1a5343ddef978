import type { ExternalToast } from 'sonner'

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

/** Shows a toast. The library is loaded with the first one. */
export async function toast({ type, title, ...options }: Toast): Promise<void> {
  isWanted = true
  mount?.()
  const { toast: show } = await import('sonner')
  show[type](title, options satisfies ExternalToast)
}

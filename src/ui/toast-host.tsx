import { lazy, Suspense, useEffect, useState } from 'react'
import type { Toaster as ToasterType } from './toaster.tsx'
import { setToastMount } from './toast.ts'

const Nothing: typeof ToasterType = () => <></>

// It stands outside of every page's error boundary: without it, toasts are missing, and not the whole document.
const Toaster = lazy(async () => {
  const loaded = await import('./toaster.tsx').catch(() => undefined)
  return { default: loaded?.Toaster ?? Nothing }
})

/** Stands once in the page and mounts the toaster when the first toast comes. */
export function ToastHost(props: { regionLabel: string; closeLabel: string; direction: 'ltr' | 'rtl' }) {
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    setToastMount(() => setIsWanted(true))
    return () => setToastMount(undefined)
  }, [])
  return (
    isWanted && (
      <Suspense>
        <Toaster {...props} />
      </Suspense>
    )
  )
}

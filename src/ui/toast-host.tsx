import { lazy, Suspense, useEffect, useState } from 'react'
import type { Toaster as ToasterType } from './toaster.tsx'
import { setToastMount } from './toast.ts'

const Nothing: typeof ToasterType = () => <></>

// It is outside of all error boundaries: if its chunk fails, only toasts are missing.
const Toaster = lazy(async () => {
  const loaded = await import('./toaster.tsx').catch(() => undefined)
  return { default: loaded?.Toaster ?? Nothing }
})

/** Mounted once; renders the toaster at the first toast. */
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

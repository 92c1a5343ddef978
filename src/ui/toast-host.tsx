import { lazy, Suspense, useEffect, useState } from 'react'
import { setToastMount } from './toast.ts'

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }))

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

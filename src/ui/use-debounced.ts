import { useEffect, useState } from 'react'

/** A value as it was when it last stood still for so many milliseconds: what is asked while somebody types. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return paused
}

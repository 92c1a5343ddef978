import { useEffect, useState } from 'react'

/** The latest value that has not changed for so many milliseconds. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return paused
}

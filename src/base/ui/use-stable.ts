import { useState } from 'react'

/** The latest value of a time when `isPending` was false: keeps labels of the shown data while the next load. */
export function useStable<T>(value: T, isPending: boolean): T {
  const [settled, setSettled] = useState(value)
  if (isPending || Object.is(settled, value)) return settled
  setSettled(value)
  return value
}

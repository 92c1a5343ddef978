import { useState } from 'react'

/** A value, held at what it was while something that depends on it is under way. */
export function useStable<T>(value: T, isPending: boolean): T {
  const [settled, setSettled] = useState(value)
  if (isPending || Object.is(settled, value)) return settled
  setSettled(value)
  return value
}

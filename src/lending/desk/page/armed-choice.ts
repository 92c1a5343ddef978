import { useSyncExternalStore } from 'react'

// Which choice a pressed digit is about to take: the field sets it, and the row of the choice shows it.

let armed: number | undefined
const listeners = new Set<() => void>()

/** Sets the choice that is taken in a moment, counted from 0; undefined for none. */
export function setArmedChoice(at: number | undefined): void {
  if (armed === at) return
  armed = at
  for (const listener of listeners) listener()
}

const watch = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The choice that is taken in a moment. */
export const useArmedChoice = (): number | undefined =>
  useSyncExternalStore(
    watch,
    () => armed,
    () => undefined,
  )

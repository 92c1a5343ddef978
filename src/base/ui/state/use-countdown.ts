import { useEffect, useState } from 'react'

export { formatCountdown } from '#base/lib/duration.ts'

/** Remaining seconds, and `start` for a new countdown; 0 ends it. */
export interface Countdown {
  seconds: number
  start: (seconds: number) => void
}

/**
 * Counts down to zero from `initial` or from `start`. Uses the clock, because phones pause timers of background pages.
 */
export function useCountdown(initial = 0): Countdown {
  const [count, setCount] = useState({ from: initial })
  const [seconds, setSeconds] = useState(initial)
  useEffect(() => {
    if (count.from <= 0) return
    const end = Date.now() + count.from * 1000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [count])
  return {
    seconds,
    start: (from) => {
      setSeconds(from)
      setCount({ from })
    },
  }
}

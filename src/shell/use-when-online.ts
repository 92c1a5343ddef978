import { useEffect, useEffectEvent } from 'react'

/** Calls `act` when this device is online again. */
export function useWhenOnline(act: () => void): void {
  const onOnline = useEffectEvent(act)
  useEffect(() => {
    const listen = () => onOnline()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])
}

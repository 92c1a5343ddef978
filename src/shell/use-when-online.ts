import { useEffect, useEffectEvent } from 'react'

/** Does something when this device has a network again. */
export function useWhenOnline(act: () => void): void {
  const onOnline = useEffectEvent(act)
  useEffect(() => {
    const listen = () => onOnline()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])
}

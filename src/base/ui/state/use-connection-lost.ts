import { useSyncExternalStore } from 'react'
import { connectionLostSince, watchConnection } from '#base/lib/connection/connection.ts'

/** Since when the server does not answer; undefined while it does. */
export const useConnectionLost = (): Date | undefined =>
  useSyncExternalStore(watchConnection, connectionLostSince, () => undefined)

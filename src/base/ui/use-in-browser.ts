import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** A value that only the browser can read; on the server and until hydration it is `before`. */
export const useInBrowser = <T extends string | boolean>(read: () => T, before: T): T =>
  useSyncExternalStore(never, read, () => before)

/** Whether this keyboard has a ⌘ key. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

import { canUsePasskeys } from '#auth/browser/passkey-calls.ts'
import { useInBrowser } from '#ui/use-in-browser.ts'

/** Whether this browser can use passkeys here; on the server and until hydration `expected`. */
export const useCanUsePasskeys = (expected: boolean): boolean =>
  useInBrowser(() => expected && canUsePasskeys(), expected)

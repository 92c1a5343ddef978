import { canUsePasskeys } from '#base/auth/browser/passkey-calls.ts'
import { useInBrowser } from '#base/ui/use-in-browser.ts'

/** Whether this browser can use passkeys here; on the server and until hydration `expected`. */
export const useCanUsePasskeys = (expected: boolean): boolean =>
  useInBrowser(() => expected && canUsePasskeys(), expected)

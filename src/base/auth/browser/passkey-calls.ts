import { fromThrown } from '#base/errors/local-error.ts'
import { rethrowChunkError } from '#base/lib/connection/build-watch.ts'
import { announceRefusal } from '#base/lib/form/refusal.ts'

/**
 * Whether this browser can use passkeys at this address: WebAuthn needs https or localhost, and a name: neither
 * `127.0.0.1` nor `[::1]`.
 */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

async function announced<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (thrown) {
    const error = fromThrown(thrown)
    announceRefusal(error, { isRead: false })
    throw error
  }
}

/** Adds a passkey; resolves to false if the user closed the browser's dialog. */
export async function addPasskey(): Promise<boolean> {
  const { registerPasskey } = await import('./passkey-register.ts').catch(rethrowChunkError)
  return announced(registerPasskey)
}

/** Signs in by a passkey, or confirms the current session; resolves to false if the user closed the browser's dialog. */
export async function signInWithPasskey(): Promise<boolean> {
  const { authenticate } = await import('./passkey.ts').catch(rethrowChunkError)
  return announced(() => authenticate(false))
}

/**
 * Waits until the user chooses a passkey among the suggestions of a field, then signs in; resolves to false where the
 * browser cannot, its script does not come, or the signal ends it.
 */
export async function waitForPasskey(signal: AbortSignal): Promise<boolean> {
  // The page does not need the suggestions, so no message.
  const loaded = await import('./passkey.ts').catch(() => undefined)
  if (!loaded || signal.aborted) return false
  const { authenticate, stopWaiting } = loaded
  signal.addEventListener('abort', stopWaiting, { once: true })
  return authenticate(true)
}

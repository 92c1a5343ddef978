import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { AppError } from '#base/errors/app-error.ts'
import { fromAnswer } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { getLocale, LANGUAGE_HEADER } from '#base/i18n/locale.ts'
import { signalSession } from './session-signal.ts'

// Loaded only where a passkey is used or made: see `passkey-calls.ts`. Without better-auth's client, which is four times
// as large, since the login page loads this to wait for a passkey.

/** Calls an endpoint of passkeys; throws its refusal. */
export async function callPasskeys(path: string, body?: Record<string, unknown>) {
  const response = await fetch(`/api/auth/passkey/${path}`, {
    headers: { 'content-type': 'application/json', [LANGUAGE_HEADER]: getLocale() },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const answer = await response.json().catch(() => null)
  if (!response.ok) throw fromAnswer(answer, response.status)
  return answer
}

/**
 * Runs a dialog of the browser; undefined if the user closed it, or it was taken over by another. Throws PASSKEY_KNOWN
 * where the device has a passkey already, else PASSKEY_FAILED.
 */
export async function passkeyCeremony<T>(open: () => Promise<T>): Promise<T | undefined> {
  try {
    return await open()
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    // The library wraps some errors of the browser.
    const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined
    if (name === 'InvalidStateError')
      throw new AppError({ code: 'PASSKEY_KNOWN', status: 0, message: m.error_PASSKEY_KNOWN() })
    throw new AppError({ code: 'PASSKEY_FAILED', status: 0, message: m.error_PASSKEY_FAILED() })
  }
}

let asked: Promise<unknown> = Promise.resolve()

/** Asks for a challenge when earlier requests for one are answered: the cookie of the last answer counts. */
async function challenge(): Promise<{ optionsJSON: PublicKeyCredentialRequestOptionsJSON }> {
  const before = asked
  const answer = (async () => {
    await before.catch(() => undefined)
    return callPasskeys('generate-authenticate-options')
  })()
  asked = answer
  return { optionsJSON: await answer }
}

/** The number of the latest ceremony. */
let latest = 0

/** The check of a passkey that was used, until the server has answered. */
let verifying: Promise<boolean> | undefined

/** The passkey chosen in a field; undefined where the browser cannot suggest any, whatever the reason. */
async function chosen(isLatest: () => boolean) {
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return undefined
    const options = await challenge()
    // The browser waits for one ceremony only: suggestions would close a dialog that was opened since.
    return isLatest() ? await startAuthentication({ ...options, useBrowserAutofill: true }) : undefined
  } catch {
    // The page does not need the suggestions, so no message.
    return undefined
  }
}

/** The passkey chosen in the browser's dialog; undefined if the user closed it. */
async function chosenInDialog() {
  const options = await challenge()
  return passkeyCeremony(() => startAuthentication(options))
}

async function verify(response: unknown): Promise<boolean> {
  await callPasskeys('verify-authentication', { response })
  signalSession()
  return true
}

/**
 * Signs in by a passkey, or confirms the current session; resolves to false if the user closed the browser's dialog.
 * With `isAutofill` it waits, without a dialog, until a passkey is chosen in a field with `webauthn` in its autocomplete.
 * Each ceremony asks the server for a challenge, which takes the place of the one before: of two, only the later counts,
 * and none begins while a passkey is being verified.
 */
export async function authenticate(isAutofill: boolean): Promise<boolean> {
  if (verifying) return verifying
  const ceremony = ++latest
  const isLatest = () => ceremony === latest
  const signed = isAutofill ? await chosen(isLatest) : await chosenInDialog()
  if (!signed || !isLatest()) return false
  verifying = verify(signed).finally(() => (verifying = undefined))
  return verifying
}

/** Ends a waiting autofill. */
export const stopWaiting = (): void => WebAuthnAbortService.cancelCeremony()

import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { AppError } from '#errors/app-error.ts'
import { fromAnswer } from '#errors/local-error.ts'
import { m } from '#i18n/paraglide/messages.js'
import { getLocale, LANGUAGE_HEADER } from '#i18n/locale.ts'
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

const challenge = async (): Promise<{ optionsJSON: PublicKeyCredentialRequestOptionsJSON }> => ({
  optionsJSON: await callPasskeys('generate-authenticate-options'),
})

/** The passkey chosen in a field; undefined where the browser cannot suggest any, whatever the reason. */
const chosen = () =>
  browserSupportsWebAuthnAutofill()
    .then(async (canSuggest) =>
      canSuggest ? startAuthentication({ ...(await challenge()), useBrowserAutofill: true }) : undefined,
    )
    // The page does not need the suggestions, so no message.
    .catch(() => undefined)

/**
 * Signs in by a passkey, or confirms the current session; resolves to false if the user closed the browser's dialog.
 * With `isAutofill` it waits, without a dialog, until a passkey is chosen in a field with `webauthn` in its autocomplete.
 */
export async function authenticate(isAutofill: boolean): Promise<boolean> {
  const signed = isAutofill ? await chosen() : await passkeyCeremony(async () => startAuthentication(await challenge()))
  if (!signed) return false
  await callPasskeys('verify-authentication', { response: signed })
  signalSession()
  return true
}

/** Ends a waiting autofill. */
export const stopWaiting = (): void => WebAuthnAbortService.cancelCeremony()

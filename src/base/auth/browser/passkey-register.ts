import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { callPasskeys, passkeyCeremony } from './passkey.ts'

// Apart from `passkey.ts`, which the login page loads.

/** Adds a passkey of this device to the signed-in user; resolves to false if the user closed the browser's dialog. */
export async function registerPasskey(): Promise<boolean> {
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = await callPasskeys('generate-register-options')
  const created = await passkeyCeremony(() => startRegistration({ optionsJSON }))
  if (!created) return false
  await callPasskeys('verify-registration', { response: created })
  return true
}

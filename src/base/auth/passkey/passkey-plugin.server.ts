import { passkey } from '@better-auth/passkey'
import { eq } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { passkey as passkeys } from '#base/db/tables/passkey.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { requestContext, type RequestContext } from '#base/lib/http/request-context.server.ts'
import { requireRoomForPasskey } from './passkey-limits.server.ts'

// Requests whose passkey was verified: a later failure is not the client's.
const verified = new WeakSet<RequestContext>()

/** Whether the passkey of the current request has passed all checks. */
export const isPasskeyVerified = (): boolean => verified.has(requestContext())

/** The plugin asks the browser to verify the user, by a finger or a PIN, and does not check that it did. */
function requireVerifiedUser(isUserVerified: boolean | undefined): void {
  if (isUserVerified !== true) throw createError('PASSKEY_FAILED')
}

/** Throws PASSKEY_FAILED for the id of another passkey: who makes one chooses its id. */
async function requireUnknown(credentialID: string | undefined): Promise<void> {
  if (credentialID === undefined || (await db.$count(passkeys, eq(passkeys.credentialID, credentialID))) > 0)
    throw createError('PASSKEY_FAILED')
}

/** better-auth's passkeys, where the site can have them. Its lists and changes are closed: our procedures replace them. */
export function passkeyPlugins() {
  const { passkeySite } = env()
  if (!passkeySite) return []
  return [
    passkey({
      ...passkeySite,
      rpName: 'Maktaba',
      // Resident: the device stores the passkey with its user, so that signing in needs no address.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      registration: {
        afterVerification: async ({ verification, user }) => {
          requireVerifiedUser(verification.registrationInfo?.userVerified)
          await requireUnknown(verification.registrationInfo?.credential.id)
          await requireRoomForPasskey(user.id)
          verified.add(requestContext())
        },
      },
      authentication: {
        afterVerification: async ({ verification, clientData }) => {
          requireVerifiedUser(verification.authenticationInfo.userVerified)
          verified.add(requestContext())
          await db.update(passkeys).set({ lastUsedAt: now() }).where(eq(passkeys.credentialID, clientData.id))
        },
      },
      advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    }),
  ]
}

import { isSetupOpen } from '#auth/better-auth/setup.server.ts'
import { librarySettings } from '#db/library-settings.server.ts'
import { env } from '#env/env.server.ts'
import { inForce } from '#env/in-force.server.ts'
import { requestContext } from '#lib/http/request-context.server.ts'
import { buildInfo, buildName } from '#lib/build-info.server.ts'
import type { Settings } from './settings.schema.ts'

/** The public settings, for the current request. */
export async function readSettings(): Promise<Settings> {
  const { hint, isDemo, starterCommand, social, captcha } = env()
  // By the house's network no provider finds the way back, and browsers have no passkeys.
  const isByNetwork = requestContext().networkOrigin !== undefined
  const providers =
    isDemo || isByNetwork
      ? []
      : [
          social.github && { id: 'github', name: 'GitHub' },
          social.google && { id: 'google', name: 'Google' },
          social.oidc && { id: 'oidc', name: social.oidc.name },
        ].filter((provider) => provider !== undefined)
  const { version, commit, builtAt } = buildInfo()
  // The pages that say that the database does not answer need none of it.
  const decided = await librarySettings().catch(() => ({ lending: false, signInCards: false }))
  const { name, contactEmail, mailServer } = inForce()
  return {
    version,
    commit: commit || null,
    builtAt: builtAt || null,
    build: buildName(),
    hint: { ...hint, name: hint.name ?? null, emoji: hint.emoji ?? null },
    isDemo,
    // As below.
    isSetupOpen: await isSetupOpen().catch(() => false),
    sendsMail: mailServer !== undefined,
    contactEmail,
    starterCommand,
    providers,
    captcha: captcha ? { provider: captcha.provider, siteKey: captcha.siteKey } : null,
    hasPasskeys: env().passkeySite !== undefined && !isByNetwork,
    timeZone: requestContext().timeZone,
    isLending: decided.lending,
    hasCards: decided.signInCards && !isDemo,
    libraryName: name,
  }
}

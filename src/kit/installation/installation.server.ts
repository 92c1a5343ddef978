import { isSetupOpen } from '#base/auth/better-auth/setup.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { installation, operatorCommand } from '#base/env/operator-command.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { buildInfo, buildName } from '#base/lib/build-info.server.ts'
import type { Installation } from './installation.schema.ts'

/** What is public of the installation, for the current request. */
export async function readInstallation(): Promise<Installation> {
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
  // Defaults without a database: the pages that say that it does not answer need no settings.
  const decided = await librarySettings().catch(() => ({ lending: false, signInCards: false }))
  const { name, contactEmail, mailServer } = inForce()
  return {
    version,
    commit: commit || null,
    builtAt: builtAt || null,
    build: buildName(),
    hint: { ...hint, name: hint.name ?? null, emoji: hint.emoji ?? null },
    isDemo,
    // False without a database, whose pages need no settings.
    isSetupOpen: await isSetupOpen().catch(() => false),
    sendsMail: mailServer !== undefined,
    codes: { installation: installation(), command: operatorCommand('code') },
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

import { networkOrigins } from '#base/lib/http/house-network.server.ts'
import { currentContext } from '#base/lib/http/request-context.server.ts'
import { env } from './env.server.ts'

/** The origins of this site for the current request: those of BASE_URL, or the one address of the network where it arrived. */
export function ownOrigins(): readonly string[] {
  const origin = currentContext()?.networkOrigin
  return origin === undefined ? env().origins : [origin]
}

/**
 * The address of this site in mails and on cards, which others open: BASE_URL, or while the library is open to the house's
 * network the address there. Of several that by which the current request came, else the first.
 */
export const siteUrl = (): string => currentContext()?.networkOrigin ?? networkOrigins()[0] ?? env().baseUrl

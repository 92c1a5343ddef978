import { isIP } from 'node:net'

/** The site that passkeys are bound to. */
interface PasskeySite {
  /** Host name of BASE_URL, the relying party's id of WebAuthn. */
  rpID: string
  /** The one origin that a response may come from. */
  origin: string
}

/**
 * The site that passkeys are bound to; undefined where there can be none: at an IP address, since WebAuthn needs a name
 * (with the default BASE_URL it is `localhost` and not `127.0.0.1`), and over http, except at localhost.
 */
export function passkeySiteOf(baseUrl: string): PasskeySite | undefined {
  const { hostname, protocol, origin } = new URL(baseUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return isName && (protocol === 'https:' || isLocal) ? { rpID: hostname, origin } : undefined
}

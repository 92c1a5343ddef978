import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, lookUpPublic, PrivateAddressError } from './public-address.server.ts'

export interface FetchedBytes {
  status: number
  /** Without parameters, in lower case. */
  contentType: string
  retryAfter: string | undefined
  body: Buffer
}

interface FetchOptions {
  /** An origin that may be reached by http and in a private network. All others only by https, at addresses of the internet. */
  trustedOrigin?: string | undefined
  accept: string
  userAgent: string
  maxBytes: number
  signal: AbortSignal
}

/** The answer is too long, in an encoding that was not asked for, or redirects too often. */
export class BadAnswerError extends Error {
  override name = 'BadAnswerError'
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 3

/**
 * Gets an address whose answer is not to be trusted: no cookies, at most `maxBytes`, and no redirect leads into this
 * machine or its network. (`fetch` cannot choose the address that a name is connected to.) Throws PrivateAddressError,
 * BadAnswerError, the signal's reason, or the error of the connection.
 */
export async function fetchBytes(url: URL, options: FetchOptions): Promise<FetchedBytes> {
  try {
    let at = url
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await requestOnce(at, options)
      const { location } = response.headers
      const status = response.statusCode ?? 0
      if (!REDIRECTS.has(status) || location === undefined) return await readResponse(response, options.maxBytes)
      response.destroy()
      if (!URL.canParse(location, at)) throw new BadAnswerError('it redirects to no address')
      at = new URL(location, at)
    }
    throw new BadAnswerError('it redirects too often')
  } catch (error) {
    options.signal.throwIfAborted()
    throw error
  }
}

function requestOnce(url: URL, { trustedOrigin, accept, userAgent, signal }: FetchOptions): Promise<IncomingMessage> {
  const isTrusted = url.origin === trustedOrigin
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An address in numbers is not looked up.
  if (!isTrusted && (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host))))
    throw new PrivateAddressError(`${url.origin} is not https at an address of the internet`)
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    send(
      url,
      {
        agent: false,
        signal,
        headers: { accept, 'accept-encoding': 'identity', 'user-agent': userAgent },
        ...(!isTrusted && { lookup: lookUpPublic }),
      },
      resolve,
    )
      .on('error', reject)
      .end()
  })
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<FetchedBytes> {
  const { headers } = response
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) {
    response.destroy()
    throw new BadAnswerError('it is compressed')
  }
  const pieces: Buffer[] = []
  let size = 0
  // Leaving the loop closes the connection.
  for await (const piece of response) {
    if (!Buffer.isBuffer(piece)) continue
    size += piece.length
    if (size > maxBytes) throw new BadAnswerError(`it is longer than ${maxBytes} bytes`)
    pieces.push(piece)
  }
  return {
    status: response.statusCode ?? 0,
    contentType: (headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase(),
    retryAfter: headers['retry-after'],
    body: Buffer.concat(pieces),
  }
}

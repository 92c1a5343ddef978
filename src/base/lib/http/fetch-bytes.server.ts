import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, lookUpPublic, PrivateAddressError } from './public-address.server.ts'

interface FetchedHead {
  status: number
  /** The media type without parameters, in lower case. */
  contentType: string
  retryAfter: string | undefined
}

export interface FetchedBytes extends FetchedHead {
  body: Buffer
}

interface FetchedStream extends FetchedHead {
  body: AsyncGenerator<Buffer>
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
  const { body, ...head } = await fetchStream(url, options)
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece)
  return { ...head, body: Buffer.concat(pieces) }
}

/** As `fetchBytes`, with the body as it arrives: it must be read to its end or left, which closes the connection. */
export async function fetchStream(url: URL, options: FetchOptions): Promise<FetchedStream> {
  const response = await withReason(options.signal, () => requestAnswer(url, options))
  const { statusCode, headers } = response
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) {
    response.destroy()
    throw new BadAnswerError('it is compressed')
  }
  return {
    status: statusCode ?? 0,
    contentType: (headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase(),
    retryAfter: headers['retry-after'],
    body: readBody(response, options),
  }
}

async function requestAnswer(url: URL, options: FetchOptions): Promise<IncomingMessage> {
  let at = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await requestOnce(at, options)
    const { location } = response.headers
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return response
    response.destroy()
    if (!URL.canParse(location, at)) throw new BadAnswerError('it redirects to no address')
    at = new URL(location, at)
  }
  throw new BadAnswerError('it redirects too often')
}

async function* readBody(response: IncomingMessage, { maxBytes, signal }: FetchOptions): AsyncGenerator<Buffer> {
  let size = 0
  try {
    // Leaving the loop closes the connection.
    for await (const piece of response) {
      if (!Buffer.isBuffer(piece)) continue
      size += piece.length
      if (size > maxBytes) throw new BadAnswerError(`it is longer than ${maxBytes} bytes`)
      yield piece
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

/** Throws the reason of the signal in place of the error that its abortion has caused. */
async function withReason<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
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

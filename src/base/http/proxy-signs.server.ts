import type { ServerRequest } from 'srvx'
import { LANGUAGE_HEADER } from '#base/i18n/locale.ts'

/**
 * Headers that browsers send, beside those that begin with `sec-`. Proxies have too many of their own, and new ones, for a list
 * of those: a header that is not here was added on the way.
 */
const OF_BROWSERS = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'device-memory',
  'dnt',
  'downlink',
  'dpr',
  'ect',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'keep-alive',
  'origin',
  'pragma',
  'priority',
  'purpose',
  'range',
  'referer',
  'rtt',
  'save-data',
  'service-worker',
  'service-worker-navigation-preload',
  'te',
  'transfer-encoding',
  'upgrade-insecure-requests',
  'user-agent',
  'viewport-width',
  'width',
  'x-moz',
  'x-purpose',
  'x-requested-with',
  // Headers that our own pages send.
  LANGUAGE_HEADER,
  'x-captcha-response',
  'x-filename',
  'x-tsr-redirect',
  'x-tsr-serverfn',
])

/** Whether a request may be a browser's own: of HTTP/1.1 or newer, with nothing that a proxy adds. */
export function isLikeOfBrowser({ headers, runtime }: Pick<ServerRequest, 'headers' | 'runtime'>): boolean {
  // nginx sends HTTP/1.0 where nothing else was set; no browser has for twenty years.
  if (runtime?.node?.req.httpVersionMajor === 1 && runtime.node.req.httpVersionMinor === 0) return false
  return [...headers.keys()].every((name) => name.startsWith('sec-') || OF_BROWSERS.has(name))
}

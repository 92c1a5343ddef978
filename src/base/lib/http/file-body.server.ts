import { createError } from '#base/errors/create-error.server.ts'
import { asPlainLine, printable } from '#base/lib/search/text.ts'

const NAME_MAX = 200

/** The bytes of a body that is a file. Throws UNSUPPORTED_MEDIA_TYPE for a form or an encoded one. */
export function fileBody({ headers, body }: Request): AsyncIterable<Uint8Array> {
  const isEncoded = (headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity'
  // A form would wrap the file; programs that send one would import its boundary.
  if (isEncoded || /^(multipart\/|application\/x-www-form-urlencoded)/i.test(headers.get('content-type') ?? ''))
    throw createError('UNSUPPORTED_MEDIA_TYPE')
  // Cancelled at its limit, the body would end the request as if the client had given up: 499 instead of 413.
  return body?.values({ preventCancel: true }) ?? nothing()
}

/** Whether the client has closed the connection before the end of its body (Node's `abortIncoming`). */
export const isCutOff = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'

/** The body of a request without one: an empty file. */
async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The name of a file that is sent, of `X-Filename` in percent-encoded UTF-8, without folders; `fallback` without one. */
export function filenameOf(headers: Headers, fallback: string): string {
  const given = headers.get('x-filename') ?? ''
  const [name = ''] = /[^/\\]*$/.exec(decoded(given)) ?? []
  return printable(asPlainLine(name)).toWellFormed().slice(0, NAME_MAX) || fallback
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

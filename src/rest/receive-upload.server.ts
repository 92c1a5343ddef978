import { storeUpload } from '#db/uploads.server.ts'
import { createError } from '#errors/create-error.server.ts'
import type { StoredUpload } from '#lib/stored-upload.ts'
import { asPlainLine, printable } from '#lib/search/text.ts'
import { fileTooLarge, tooLarge } from '#lib/http/too-large.server.ts'
import { tooLargeSentence } from '#errors/sentences.server.ts'

const NAME_MAX = 200

/**
 * Stores the body of a request, a file, while it arrives. Its name is that of `X-Filename`, percent-encoded UTF-8. Throws
 * CONTENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE for a form or an encoded body, and ABORTED when the client gives up.
 */
export async function receiveUpload(request: Request): Promise<StoredUpload> {
  const body = fileBody(request)
  try {
    return await storeUpload(filenameOf(request.headers), body)
  } catch (error) {
    if (isCutOff(error)) throw createError('ABORTED')
    throw tooLarge(error) ? fileTooLarge() : error
  }
}

/** The body of a request, a file of at most `limit` bytes: no more of it is read. Throws as `receiveUpload`. */
export async function receiveFile(request: Request, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of fileBody(request)) {
      size += piece.length
      if (size > limit) throw createError('CONTENT_TOO_LARGE', { sentence: tooLargeSentence(limit) })
      pieces.push(piece)
    }
  } catch (error) {
    throw isCutOff(error) ? createError('ABORTED') : error
  }
  return Buffer.concat(pieces)
}

/** The bytes of the body, unless it is a form or encoded. */
function fileBody({ headers, body }: Request): AsyncIterable<Uint8Array> {
  const isEncoded = (headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity'
  // A form would wrap the file; programs that send one would import its boundary.
  if (isEncoded || /^(multipart\/|application\/x-www-form-urlencoded)/i.test(headers.get('content-type') ?? ''))
    throw createError('UNSUPPORTED_MEDIA_TYPE')
  // Cancelled at its limit, the body would end the request as if the client had given up: 499 instead of 413.
  return body?.values({ preventCancel: true }) ?? nothing()
}

/** Whether the client has closed the connection before the end of its body (Node's `abortIncoming`). */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'

/** The body of a request without one: an empty file. */
async function* nothing(): AsyncGenerator<Uint8Array> {}

function filenameOf(headers: Headers): string {
  const given = headers.get('x-filename') ?? ''
  const [name = ''] = /[^/\\]*$/.exec(decoded(given)) ?? []
  return printable(asPlainLine(name)).toWellFormed().slice(0, NAME_MAX) || 'import'
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

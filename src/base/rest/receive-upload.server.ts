import { storeUpload } from '#base/db/uploads.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import type { StoredUpload } from '#base/lib/stored-upload.ts'
import { fileBody, filenameOf, isCutOff } from '#base/lib/http/file-body.server.ts'
import { fileTooLarge, tooLarge } from '#base/lib/http/too-large.server.ts'
import { tooLargeSentence } from '#base/errors/sentences.server.ts'

/**
 * Stores the body of a request, a file, while it arrives. Its name is that of `X-Filename`, percent-encoded UTF-8. Throws
 * CONTENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE for a form or an encoded body, and ABORTED when the client gives up.
 */
export async function receiveUpload(request: Request): Promise<StoredUpload> {
  const body = fileBody(request)
  try {
    return await storeUpload(filenameOf(request.headers, 'import'), body)
  } catch (error) {
    if (isCutOff(error)) throw createError('ABORTED')
    throw tooLarge(error) ? fileTooLarge() : error
  }
}

/** The body of a request, a file of at most `limit` bytes: no more of it is read. Throws as `receiveUpload`. */
export async function receiveFile(request: Request, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of receiveStream(request, limit)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The bytes of the body as they arrive, at most `limit` of them. Throws as `receiveUpload`. */
export async function* receiveStream(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const piece of fileBody(request)) {
      size += piece.length
      if (size > limit) throw createError('CONTENT_TOO_LARGE', { sentence: tooLargeSentence(limit) })
      yield piece
    }
  } catch (error) {
    throw isCutOff(error) ? createError('ABORTED') : error
  }
}

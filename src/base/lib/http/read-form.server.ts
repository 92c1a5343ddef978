import { createError } from '#base/errors/create-error.server.ts'
import { tooLargeSentence } from '#base/errors/sentences.server.ts'
import { tooLarge } from './too-large.server.ts'

/**
 * Bytes that a form may have: the largest has a few texts of 500 characters. What a page writes back to be mended costs
 * most of the time of a second for each megabyte, whoever sends it.
 */
const MAX_BYTES = 64 * 1024

/** Reads the form in a request's body; throws UNSUPPORTED_MEDIA_TYPE for any other body, and CONTENT_TOO_LARGE. */
export async function readForm(request: Request): Promise<FormData> {
  const body = await request.arrayBuffer().catch((error: unknown) => {
    throw tooLarge(error) ?? createError('UNSUPPORTED_MEDIA_TYPE')
  })
  if (body.byteLength > MAX_BYTES) throw createError('CONTENT_TOO_LARGE', { sentence: tooLargeSentence(MAX_BYTES) })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return new Request(request.url, { method: 'POST', body, headers }).formData().catch(() => {
    throw createError('UNSUPPORTED_MEDIA_TYPE')
  })
}

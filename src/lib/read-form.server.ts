import { createError } from '#errors/create-error.server.ts'
import { tooLarge } from './too-large.server.ts'

/** Reads the form in a request's body; throws UNSUPPORTED_MEDIA_TYPE for any other body, and CONTENT_TOO_LARGE. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (error) {
    throw tooLarge(error) ?? createError('UNSUPPORTED_MEDIA_TYPE')
  }
}

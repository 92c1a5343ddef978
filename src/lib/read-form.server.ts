import { createError } from '#errors/create-error.server.ts'
import { tooLarge } from './too-large.server.ts'

/** The form that a request holds; throws UNSUPPORTED_MEDIA_TYPE for a body that is none, CONTENT_TOO_LARGE. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (error) {
    throw tooLarge(error) ?? createError('UNSUPPORTED_MEDIA_TYPE')
  }
}

import { AppError } from './app-error.ts'

/** The form that a request holds; throws UNSUPPORTED_MEDIA_TYPE for a body that is none. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw new AppError({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 })
  }
}

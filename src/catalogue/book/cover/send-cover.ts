import { fromAnswer } from '#base/errors/local-error.ts'
import { getLocale, LANGUAGE_HEADER } from '#base/i18n/locale.ts'
import { announceRefusal } from '#base/lib/form/refusal.ts'
import { scalePicture } from '#base/ui/form/scale-picture.ts'
import { COVER_LIMIT } from './cover.schema.ts'

/** Twice the width at which the page of a book shows it. */
const LIMITS = { width: 480, height: 960, bytes: COVER_LIMIT }

/** Scales a picture and sends it; resolves to its name, which a book is saved with. Throws AppError. */
export async function sendCover(file: Blob): Promise<string> {
  const picture = await scalePicture(file, LIMITS)
  const answer = await fetch('/api/v1/covers', {
    method: 'POST',
    headers: { 'content-type': picture.type, [LANGUAGE_HEADER]: getLocale() },
    body: picture,
  })
  const body = await answer.json().catch(() => undefined)
  if (answer.status === 201 && typeof body?.cover === 'string') return body.cover
  const wait = answer.headers.get('retry-after')
  const error = fromAnswer(body, answer.status, wait === null ? undefined : Number(wait))
  announceRefusal(error, { isRead: false })
  throw error
}

import type { SentForm } from '#base/errors/sent-form.ts'
import { readForm } from '#base/lib/http/read-form.server.ts'
import { safePath } from '#base/lib/http/safe-path.ts'
import { toAppError } from './errors.server.ts'

/** The texts of a form by the names of their fields. */
type FormValues = Partial<Record<string, string>>

/** Shows the page of a form again, with what was sent and the error. */
export type ShowAgain<T> = (sent: SentForm) => T

/** Answers a form that was sent without script; after an expected error its page is shown again. */
export async function answerForm<T>(
  request: Request,
  showAgain: ShowAgain<T>,
  answer: (values: FormValues) => Promise<Response>,
): Promise<Response | T> {
  const entries = [...(await readForm(request))].map(([name, value]) => [name, typeof value === 'string' ? value : ''])
  const values: Record<string, string> = Object.fromEntries(entries)
  try {
    return await answer(values)
  } catch (cause) {
    const { error, isKnown } = toAppError(cause)
    if (!isKnown) throw cause
    // The page leads to the sign-in, and the form is not sent on to it.
    if (error.code === 'UNAUTHORIZED') return seeOther(new URL(request.url).pathname)
    const shown = Object.entries(values).map(([name, value]) => [name, value.slice(0, 300)])
    return showAgain({ values: Object.fromEntries(shown), error: error.toJSON() })
  }
}

/** Redirects after a form. */
export const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } })

/** The path of this site that a form was sent from; without one `fallback`. */
export function pageBefore({ headers, url }: Request, fallback: string): string {
  const from = URL.parse(headers.get('referer') ?? '')
  const isOurs = from?.origin === headers.get('origin') || from?.origin === new URL(url).origin
  return (isOurs && from && safePath(from.pathname + from.search)) || fallback
}

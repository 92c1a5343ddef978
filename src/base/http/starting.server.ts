import { isHeldByRestore, readRestoreState } from '#base/db/backup/restore-state.server.ts'
import { startPhase, type StartPhase } from '#base/db/connection/start-phase.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { errorResponse } from '#base/errors/error-response.server.ts'
import { formatPercent } from '#base/i18n/format.ts'
import { chooseLocale, directionOf, LANGUAGE_COOKIE, type Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { readCookie } from '#base/lib/http/cookie.server.ts'
import { RESTORE_STATE_PATH } from '#base/lib/restore-file.ts'
import { isProbe } from './request-checks.server.ts'

/** Seconds after which a client asks a starting server again. */
const RETRY_AFTER: Record<StartPhase, number> = { opening: 2, updating: 5, waiting: 10 }

interface Words {
  title: () => string
  text: () => string
}

const WORDS: Record<StartPhase, Words> = {
  opening: { title: m.starting_title, text: m.starting_text },
  updating: { title: m.starting_updating_title, text: m.starting_updating_text },
  waiting: { title: m.starting_waiting_title, text: m.starting_waiting_text },
}

/**
 * The answer of a server that is still being started: TEMPORARILY_UNAVAILABLE, for a browser as a page that says why and asks again
 * by itself, for a probe how far the start is.
 */
export function answerStarting(request: Request): Response {
  const phase = startPhase()
  const retryAfter = RETRY_AFTER[phase]
  if (isProbe(new URL(request.url).pathname))
    return Response.json(
      { status: phase, database: 'unavailable' },
      { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': String(retryAfter) } },
    )
  return answerLater(request, WORDS[phase], retryAfter)
}

/** What is asked of a server while the library is being restored: how that goes, and whether the process lives. */
const MEANWHILE = new Set([RESTORE_STATE_PATH, '/api/health/live', '/api/metrics'])

/** Whether a request waits for the end of a restore: the tables are locked meanwhile. */
export const isHeldBack = (pathname: string): boolean => !MEANWHILE.has(pathname) && isHeldByRestore()

/** The answer while the library is being restored: of the same kind as `answerStarting`, with how far it is. */
export function answerRestoring(request: Request): Response {
  const share = readRestoreState()?.share ?? 0
  const text = () => m.restoring_text({ percent: formatPercent(share) })
  return answerLater(request, { title: m.restoring_title, text }, RETRY_AFTER.opening)
}

function answerLater({ method, headers }: Request, words: Words, retryAfter: number): Response {
  const locale = chooseLocale([readCookie(headers.get('cookie'), LANGUAGE_COOKIE)], headers.get('accept-language'))
  return withLocale(locale, () => {
    const response = errorResponse(createError('TEMPORARILY_UNAVAILABLE', { retryAfter }))
    if (method !== 'GET' || !headers.get('accept')?.includes('text/html')) return response
    response.headers.set('content-type', 'text/html; charset=utf-8')
    response.headers.set('content-security-policy', "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
    response.headers.set('refresh', String(retryAfter))
    return new Response(laterPage(locale, words), response)
  })
}

const laterPage = (locale: Locale, { title, text }: Words): string => `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title()}</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:24rem;margin:20vh auto;padding:0 1.25rem}h1{font:600 1.5rem/1.3 Georgia,serif}</style>
<img src="/icon.svg" alt="" width="48" height="48">
<h1>${title()}</h1>
<p>${text()}</p>
</html>
`

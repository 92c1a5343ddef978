import { createError } from '#errors/create-error.server.ts'
import { errorResponse } from '#errors/error-response.server.ts'
import { chooseLocale, directionOf, LANGUAGE_COOKIE, type Locale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { withLocale } from '#i18n/request-locale.server.ts'
import { readCookie } from '#lib/http/cookie.server.ts'

/** Seconds after which it is asked again. */
const RETRY_AFTER = 2

/** The answer while the database is being opened: TEMPORARILY_UNAVAILABLE, for a browser as a page that asks again by itself. */
export function answerStarting({ method, headers }: Request): Response {
  const locale = chooseLocale([readCookie(headers.get('cookie'), LANGUAGE_COOKIE)], headers.get('accept-language'))
  return withLocale(locale, () => {
    const response = errorResponse(createError('TEMPORARILY_UNAVAILABLE', { retryAfter: RETRY_AFTER }))
    if (method !== 'GET' || !headers.get('accept')?.includes('text/html')) return response
    response.headers.set('content-type', 'text/html; charset=utf-8')
    response.headers.set('content-security-policy', "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
    response.headers.set('refresh', String(RETRY_AFTER))
    return new Response(startingPage(locale), response)
  })
}

const startingPage = (locale: Locale): string => `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${m.starting_title()}</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:24rem;margin:20vh auto;padding:0 1.25rem}h1{font:600 1.5rem/1.3 Georgia,serif}</style>
<img src="/icon.svg" alt="" width="48" height="48">
<h1>${m.starting_title()}</h1>
<p>${m.starting_text()}</p>
</html>
`

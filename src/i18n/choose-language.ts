import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, type Locale } from './locale.ts'

/** Keeps the language in its cookie and shows the page anew in it. */
export function chooseLanguage(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${LANGUAGE_COOKIE}=${locale}; Max-Age=${LANGUAGE_COOKIE_SECONDS}; Path=/; SameSite=Lax${secure}`
  location.reload()
}

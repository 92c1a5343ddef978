import { baseLocale, isLocale, locales, overwriteGetLocale, getLocale } from './paraglide/runtime.js'

export type Locale = (typeof locales)[number]
export { baseLocale, getLocale, isLocale, locales }

/** The cookie of the specification, section 9: 43,200 minutes, path `/`, SameSite=Lax. */
export const LANGUAGE_COOKIE = 'language'
const LANGUAGE_COOKIE_SECONDS = 43_200 * 60

/** What sets the cookie of a language, in a script or a header; it is read by both. */
export const languageCookie = (locale: Locale, isSecure: boolean): string =>
  `${LANGUAGE_COOKIE}=${locale}; Max-Age=${LANGUAGE_COOKIE_SECONDS}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** Header with the language of the calling page, which may differ from the cookie if another tab has changed it. */
export const LANGUAGE_HEADER = 'x-page-language'

/** Each language in its own name, for language menus. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
  sw: 'Kiswahili',
}

/** Direction of a language's script. */
export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')

// In the browser the locale is that of the server-rendered page, so that both agree.
if (!import.meta.env?.SSR && typeof document !== 'undefined') {
  overwriteGetLocale(() => {
    const lang = document.documentElement.lang
    return isLocale(lang) ? lang : baseLocale
  })
}

/**
 * The language of a request: the first supported one in `named` (header, cookie), else the best of `Accept-Language`
 * (RFC 9110, 12.5.4), else English.
 */
export function chooseLocale(named: readonly (string | null | undefined)[], acceptLanguage: string | null): Locale {
  const chosen = named.find((value) => isLocale(value))
  if (isLocale(chosen)) return chosen
  const wanted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean)
      return { language: tag.trim().split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { language } of wanted) if (isLocale(language)) return language
  return baseLocale
}

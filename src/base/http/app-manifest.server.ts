import { inForce } from '#base/env/in-force.server.ts'
import { baseLocale, directionOf, isLocale, type Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** `--paper` of styles.css: what is shown until a page is. */
const COLORS = { background_color: '#fbf9f5', theme_color: '#fbf9f5' }

const shortcut = (label: string, url: string) => ({
  name: label,
  url,
  icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
})

/** Letters of a name below an icon: Android shows some twelve. */
const SHORT = 12

/** The first words of a name, as many as fit below an icon; a long first one is cut. */
export function shortName(name: string): string {
  const letters = [...name]
  if (letters.length <= SHORT) return name
  const start = letters.slice(0, SHORT + 1).join('')
  return start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : letters.slice(0, SHORT).join('')
}

/** The installed application (W3C Web Application Manifest), in a language. */
export function appManifest(locale: Locale) {
  const name = inForce().name ?? m.brand_name({}, { locale })
  return {
    id: '/app',
    name,
    short_name: shortName(name),
    description: m.app_description({}, { locale }),
    lang: locale,
    dir: directionOf(locale),
    start_url: '/app',
    scope: '/',
    display: 'standalone',
    ...COLORS,
    categories: ['books', 'education'],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      // Android cuts it to its own shape: the picture lies within a circle of 80 %.
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      shortcut(m.books_search_label({}, { locale }), '/app/books#search'),
      shortcut(m.home_new({}, { locale }), '/app/books?sort=added'),
    ],
  }
}

/**
 * Answers /manifest.webmanifest?lang=ar. The language is in the address, since browsers fetch a manifest without cookies;
 * an unknown one is English.
 */
export function answerAppManifest(request: Request): Response {
  const asked = new URL(request.url).searchParams.get('lang')
  const body = JSON.stringify(appManifest(isLocale(asked) ? asked : baseLocale))
  return new Response(body, {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' },
  })
}

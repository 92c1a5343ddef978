import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { THEME_COLORS, themeScript } from '#base/ui/theme.ts'
import literata from '../fonts/literata-latin.woff2?url'
import naskh from '../fonts/noto-naskh-arabic-arabic.woff2?url'
import sansArabic from '../fonts/noto-sans-arabic-arabic.woff2?url'
import styles from '../styles.css?url'
import { pageTitle, siteName, type TitleContext } from './page-title.ts'

const preload = (href: string) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
  href,
})

interface Match {
  error: unknown
}

/** The title of a page that failed before it had one: what went wrong. */
function rootTitle(context: TitleContext, matches: readonly Match[]): string {
  const failed = matches.find(({ error }) => error)
  return failed ? pageTitle('', { context, status: 'error', error: failed.error }) : siteName(context.settings)
}

/** Content of every page's head: metadata for phones, styles, fonts of the first screen, the theme. */
export const documentHead = (context: TitleContext, matches: readonly Match[]) => ({
  meta: [
    { charSet: 'utf-8' },
    { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
    { title: rootTitle(context, matches) },
    { name: 'description', content: m.app_description() },
    { name: 'application-name', content: siteName(context.settings) },
    { name: 'apple-mobile-web-app-title', content: siteName(context.settings) },
    { name: 'apple-mobile-web-app-capable', content: 'yes' },
    { name: 'mobile-web-app-capable', content: 'yes' },
    { name: 'apple-mobile-web-app-status-bar-style', content: 'default' },
    { name: 'format-detection', content: 'telephone=no' },
    // The page is light without script; the script follows the theme.
    { name: 'theme-color', content: THEME_COLORS.light },
  ],
  links: [
    { rel: 'stylesheet', href: styles },
    ...(getLocale() === 'ar' ? [preload(sansArabic), preload(naskh)] : [preload(literata)]),
    { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: '/icon-180.png' },
    { rel: 'manifest', href: `/manifest.webmanifest?lang=${getLocale()}` },
  ],
  scripts: [{ children: themeScript }],
})

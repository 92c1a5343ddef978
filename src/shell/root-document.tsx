import { useQueryClient } from '@tanstack/react-query'
import { HeadContent, Scripts } from '@tanstack/react-router'
import { Suspense, useEffect, type ReactNode } from 'react'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { browserTimeZone } from '#base/lib/time-zone.ts'
import { directionOf, getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { watchTheme } from '#base/ui/theme.ts'
import { ToastHost } from '#base/ui/toast/toast.tsx'
import { LazyEnvironmentHint } from './lazy-environment-hint.ts'
import { Impersonation } from './impersonation.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { RefusalHost } from './refusal-host.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'

/** The HTML document of every page: language, direction, and what every page has. */
export function RootDocument({ children }: { children: ReactNode }) {
  // Missing only if the settings could not be read: the error page has no hint then.
  const { hint, libraryName } = useQueryClient().getQueryData(installationQuery.queryKey) ?? {}
  useEffect(keepTimeZone, [])
  // Every page follows the system's theme and other tabs, even without a choice of theme.
  useEffect(() => watchTheme(() => undefined), [])
  const locale = getLocale()
  const direction = directionOf(locale)
  return (
    // The theme's class is set before the first paint, by a script in the head.
    <html lang={locale} dir={direction} suppressHydrationWarning>
      <head>
        <HeadContent />
      </head>
      <body className="min-h-dvh">
        <a
          href="#content"
          className="fixed start-3 bottom-full z-50 me-3 rounded-md border border-transparent bg-accent px-4 py-3 font-semibold text-accent-ink focus:top-3 focus:bottom-auto"
        >
          {m.common_skip_to_content()}
        </a>
        {hint?.isMarked && (
          <Suspense>
            <LazyEnvironmentHint {...hint} />
          </Suspense>
        )}
        {libraryName && (
          // A printed page names the library.
          <p className="hidden print:block">
            <bdi>{libraryName}</bdi>
          </p>
        )}
        <NavigationProgress />
        <Impersonation />
        {children}
        <ToastHost regionLabel={m.toast_region()} closeLabel={m.toast_close()} direction={direction} />
        <RefusalHost />
        <RouteAnnouncer />
        <Scripts />
      </body>
    </html>
  )
}

/** Sends the visitor's time zone to the server by a cookie, from the next page on. */
function keepTimeZone(): void {
  document.cookie = `tz=${encodeURIComponent(browserTimeZone())}; Max-Age=31536000; Path=/; SameSite=Lax`
}

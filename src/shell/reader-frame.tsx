import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { managerHome } from '#auth/permissions.ts'
import { OwnNewsDot } from '#features/loan/shared/own-news.tsx'
import { OfflineBanner } from '#features/offline/shared/offline-banner.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { keepFocus } from '#lib/form/keep-focus.ts'
import { namesWith } from '#lib/noun.ts'
import { NOUNS } from '#nouns.ts'
import { useIsLending } from '#features/settings/settings.data.ts'
import { LibraryBrand } from '#features/settings/shared/library-brand.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { useInBrowser } from '#ui/use-in-browser.ts'
import { isShell } from '#lib/connection/is-shell.ts'
import { watchOfflineCatalogue } from './watch-offline-catalogue.ts'

const READ = namesWith(NOUNS, 'reader').map((name) => NOUNS[name])

interface Tab {
  to:
    | '/app'
    | '/app/loans'
    | (typeof READ)[number]['reader']['to']
    | '/app/account'
    | '/manager/dashboard'
    | '/manager/desk'
  icon: IconName
  label: () => string
  /** In the tab bar of a phone, where there is no room for `label`. */
  short?: () => string
}

const OWN_TAB: Tab = { to: '/app/loans', icon: 'bookmark', label: m.own_title }

/** My books are a tab while the library lends. */
const tabsOf = (isLending: boolean): Tab[] => [
  { to: '/app', icon: 'home', label: m.nav_home },
  ...READ.map(({ reader, label }) => ({ ...reader, label })),
  ...(isLending ? [OWN_TAB] : []),
  { to: '/app/account', icon: 'user', label: m.nav_account },
]

const MANAGER_TABS = {
  '/manager/dashboard': { to: '/manager/dashboard', icon: 'grid', label: m.nav_manager },
  '/manager/desk': { to: '/manager/desk', icon: 'grid', label: m.desk_title, short: m.nav_desk },
} satisfies Record<string, Tab>

interface ReaderFrameProps {
  /** Where the last tab leads, for who sees some of the manager area. */
  manager: ReturnType<typeof managerHome>
  timeZone: string
}

/** The layout of the reader area: a tab bar at the bottom, from 768 px a navigation on top. */
export function ReaderFrame({ manager, timeZone }: ReaderFrameProps) {
  const tabs: Tab[] = [...tabsOf(useIsLending()), ...(manager === undefined ? [] : [MANAGER_TABS[manager]])]
  // Attributes that differ from the shell's, such as the current tab's, are only set on new elements.
  const isNew = useInBrowser(() => isShell, false)
  useEffect(keepFocus, [])
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => watchOfflineCatalogue(router, queryClient), [router, queryClient])
  return (
    <div key={String(isNew)} className="flex min-h-dvh flex-col">
      <header className="hidden border-b border-line bg-surface md:block print:hidden">
        <div className="reader-width mx-auto flex h-16 items-center gap-8 px-6">
          <Link to="/app" className="inline-flex min-h-11 items-center rounded-sm">
            <LibraryBrand />
          </Link>
          <nav aria-label={m.nav_label()} className="flex flex-1 gap-1">
            {tabs.map((tab) => (
              <Link
                key={tab.to}
                to={tab.to}
                activeOptions={{ exact: tab.to === '/app', includeSearch: false }}
                // The other area stands apart.
                {...(tab.to.startsWith('/manager') && { 'data-apart': '' })}
                className="inline-flex h-11 items-center data-apart:ms-auto gap-2 rounded-md px-3 font-medium text-muted hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
              >
                <TabIcon tab={tab} />
                {tab.label()}
              </Link>
            ))}
          </nav>
        </div>
      </header>
      <div className="flex-1 pb-24 md:pb-12 print:p-0">
        <OfflineBanner timeZone={timeZone} />
        <Outlet />
      </div>
      <nav
        aria-label={m.nav_label()}
        data-tab-bar
        className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-surface px-2 pt-1.5 pb-[max(0.6rem,env(safe-area-inset-bottom))] sideways:pt-0 sideways:pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        {tabs.map((tab) => (
          <Link
            key={tab.to}
            to={tab.to}
            activeOptions={{ exact: tab.to === '/app', includeSearch: false }}
            className="flex min-h-12 flex-col items-center justify-center gap-0.5 rounded-md text-center sideways:min-h-11 sideways:flex-row sideways:gap-2 text-[min(0.75rem,4.5vw)]/4 font-medium text-muted aria-[current=page]:text-accent"
          >
            <TabIcon tab={tab} className="size-[1.4rem]" />
            {(tab.short ?? tab.label)()}
          </Link>
        ))}
      </nav>
    </div>
  )
}

const TabIcon = ({ tab, className }: { tab: Tab; className?: string }) => (
  <span className="relative">
    <Icon name={tab.icon} {...(className !== undefined && { className })} />
    {tab === OWN_TAB && <OwnNewsDot />}
  </span>
)

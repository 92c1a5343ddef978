import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useRouter, type LinkProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { can } from '#base/auth/permissions.ts'
import { OfflineBanner } from '#catalogue/offline/shared/offline-banner.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { keepFocus } from '#base/lib/form/keep-focus.ts'
import { namesWith } from '#base/lib/noun.ts'
import { NOUNS } from '#nouns.ts'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { onlyPageOf } from '#kit/slice.ts'
import { readerTabMarks } from '#kit/navigation/navigation.slots.ts'
import { LibraryBrand } from '#kit/installation/shared/library-brand.tsx'
import { Icon, type IconName } from '#base/ui/icon.tsx'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { isShell } from '#base/lib/connection/is-shell.ts'
import { managerStart } from './manager/manager-start.ts'
import { watchOfflineCatalogue } from './watch-offline-catalogue.ts'

const READ = namesWith(NOUNS, 'reader').map((name) => NOUNS[name])

interface Tab {
  to: NonNullable<LinkProps['to']>
  icon: IconName
  label: () => string
  /** In the tab bar of a phone, where there is no room for `label`. */
  short?: () => string
}

/** The lists of readers, those of lending while the library lends. */
const tabsOf = (isLending: boolean): Tab[] => [
  { to: '/app', icon: 'home', label: m.nav_home },
  ...READ.filter((noun) => isLending || !('isLending' in noun)).map(({ reader, label }) => ({ label, ...reader })),
  { to: '/app/account', icon: 'user', label: m.nav_account },
]

/** The last tab, for who sees some of the manager area. */
function managerTabs(role: string): Tab[] {
  if (can(role, 'apps:manager')) return [{ to: managerStart(role), icon: 'grid', label: m.nav_manager }]
  const only = onlyPageOf(role)
  return only ? [{ ...only, icon: 'grid' }] : []
}

interface ReaderFrameProps {
  role: string
  timeZone: string
}

/** The layout of the reader area: a tab bar at the bottom, from 768 px a navigation on top. */
export function ReaderFrame({ role, timeZone }: ReaderFrameProps) {
  const tabs = [...tabsOf(useIsLending()), ...managerTabs(role)]
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
                // The link to the manager area stands apart.
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
    <readerTabMarks.Parts to={tab.to} otherwise={null} />
  </span>
)

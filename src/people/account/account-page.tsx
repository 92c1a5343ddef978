import { hashKey, useIsFetching, useSuspenseQuery, type Query } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { can } from '#base/auth/permissions.ts'
import type { Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { checkConnection } from '#base/lib/connection/check-connection.ts'
import { connectionLostSince } from '#base/lib/connection/connection.ts'
import { Button } from '#base/ui/button.tsx'
import { chooseLanguage, LanguageSelect } from '#base/ui/language-select.tsx'
import { useConnectionLost } from '#base/ui/state/use-connection-lost.ts'
import { ThemeSelect } from '#base/ui/theme-select.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { currentUserQuery } from '#kit/me/me.data.ts'
import type { Me } from '#kit/me/me.schema.ts'
import type { AccountSearch } from './account-search.schema.ts'
import { apiKeysQuery } from '#people/api-key/api-key.data.ts'
import { ApiKeyPanel } from '#people/api-key/shared/api-key-panel.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ImpersonationNotice } from '#people/security/shared/impersonation-notice.tsx'
import { passkeysQuery } from '#people/passkey/passkey.data.ts'
import { PasskeyPanel } from '#people/passkey/shared/passkey-panel.tsx'
import { ownSignInsQuery } from '#people/security/security.data.ts'
import { OwnSignIns } from '#people/security/shared/own-sign-ins.tsx'
import type { Installation } from '#kit/installation/installation.schema.ts'
import { ownSessionsQuery } from '#people/session/session.data.ts'
import { OwnSessions } from '#people/session/shared/own-sessions.tsx'
import { SignOut } from './sign-out.tsx'
import { AccountCard } from './account-card.tsx'
import { accountPanels, devicePanels } from './account.slots.ts'
import { VersionInfo } from './version-info.tsx'

interface AccountPageProps {
  build: Installation
  search: AccountSearch
  /** The page stands in the manager area, whose headings all begin at one place (`ManagerPage`). */
  isManager?: boolean
}

/** The account page of both areas: name and address, display, sessions, sign-out and deletion. */
export function AccountPage({ build, search, isManager = false }: AccountPageProps) {
  const { data: me } = useSuspenseQuery(currentUserQuery)
  if (!me) return null
  return (
    <main
      id="content"
      className={isManager ? 'px-5 pt-4 pb-10 md:px-7' : 'mx-auto w-full max-w-6xl px-5 pt-5 pb-8 md:px-6 md:pt-8'}
    >
      <div className="max-w-2xl">
        <h1 className={isManager ? 'py-1.5 text-2xl' : 'text-[1.75rem] leading-tight'}>{m.account_title()}</h1>
        {!me.isImpersonated && <ImpersonationNotice timeZone={build.timeZone} />}
        <AccountCard me={me} search={search} />
        <accountPanels.Parts />
        <Panel className="mt-4" title={m.account_display()}>
          <Row label={m.language_label()}>
            <LanguageSelect className="-me-2 font-semibold" onChange={chooseOnline} />
          </Row>
          {/* Only a script can change the theme: hidden without one. */}
          <Row className="noscript:hidden" label={m.theme_label()}>
            <ThemeSelect className="-me-2 font-semibold" />
          </Row>
        </Panel>
        <devicePanels.Parts me={me} build={build} />
        <SignOut className="sm:w-auto" />
        <SecurityPanels me={me} build={build}>
          <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
            <DeleteAccount me={me} />
            <VersionInfo build={build} />
          </div>
        </SecurityPanels>
      </div>
    </main>
  )
}

interface SecurityPanelsProps {
  me: Me
  build: Installation
  /** What stands below the panels: the foot of the page. */
  children: ReactNode
}

/**
 * Where and how the person signs in, which only the server knows, with the foot of the page. On a slow line all that is below the
 * first list comes with the last one: each would push what is below it.
 */
function SecurityPanels({ me, build: { timeZone, hasPasskeys }, children }: SecurityPanelsProps) {
  const areComing = useIsFetching({ predicate: isComing }) > 0
  if (useConnectionLost())
    return (
      <>
        <NoConnection />
        {children}
      </>
    )
  const sessions = <OwnSessions me={me} timeZone={timeZone} />
  if (areComing) return sessions
  return (
    <>
      {sessions}
      {!me.isImpersonated && <OwnSignIns timeZone={timeZone} />}
      {!me.isImpersonated && <PasskeyPanel timeZone={timeZone} canHave={hasPasskeys} />}
      {can(me.role, 'apps:manager') && <ApiKeyPanel email={me.email} role={me.role} timeZone={timeZone} />}
      {children}
    </>
  )
}

const LISTS = new Set(
  [ownSessionsQuery, ownSignInsQuery, passkeysQuery, apiKeysQuery].map(({ queryKey }) => hashKey(queryKey)),
)

/** Whether a list of the page is on its way for the first time. */
const isComing = ({ queryHash, state }: Query): boolean => state.status === 'pending' && LISTS.has(queryHash)

function NoConnection() {
  const [isBusy, setIsBusy] = useState(false)
  const check = async () => {
    setIsBusy(true)
    await checkConnection()
    setIsBusy(false)
  }
  return (
    <Panel className="mt-4" title={m.account_no_connection_title()}>
      <p className="text-[0.8125rem] text-pretty text-muted">{m.account_no_connection_text()}</p>
      <Button look="second" className="mt-3 max-sm:w-full" isBusy={isBusy} onClick={() => void check()}>
        {m.common_try_again()}
      </Button>
    </Panel>
  )
}

function Row({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-4 border-line py-1 not-last:border-b ${className}`}
    >
      <span className="text-muted">{label}</span>
      {children}
    </div>
  )
}

/** Without a connection the reloaded page would be the one on this device, in its language. */
function chooseOnline(locale: Locale): void {
  if (connectionLostSince()) void toast({ type: 'error', title: m.language_offline() })
  else chooseLanguage(locale)
}

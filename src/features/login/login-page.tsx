import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { BanNotice } from '#auth/session/ban.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { SentForm } from '#errors/sent-form.ts'
import type { Settings } from '#features/settings/settings.schema.ts'
import { PasskeySignIn } from '#features/passkey/shared/passkey-sign-in.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmailForm } from './email-form.tsx'
import { useCompleteSignIn } from './login.data.ts'
import { LazyBanPanel, LazyDemoEntry, LazySocialButtons } from './login-parts.tsx'

interface LoginPageProps {
  redirect: string | undefined
  sent: SentForm | null
  ban: BanNotice | null
  /** Whether somebody has a sign-in card that can still be used. */
  hasOpenCard: boolean
  settings: Settings
}

/** First step of the sign-in: an address or a provider, then the ways beside them; in the demo, one of its two users. */
export function LoginPage({ redirect, sent, ban, hasOpenCard, settings }: LoginPageProps) {
  const enter = useCompleteSignIn()
  const isSocial = sent?.values.provider !== undefined
  return (
    <main id="content" className="flex flex-col">
      {ban && (
        <Suspense>
          <LazyBanPanel ban={ban} settings={settings} />
        </Suspense>
      )}
      <h1 className="text-[1.875rem] leading-tight">{m.login_title()}</h1>
      {settings.isSetupOpen && (
        <Link to="/setup" className={buttonClass('second', 'mt-5')}>
          {m.setup_link()}
        </Link>
      )}
      {settings.isDemo || (
        <>
          <p className="mt-2.5 mb-8 text-pretty text-muted">
            {settings.sendsMail ? m.login_intro() : m.code_in_outbox()}
          </p>
          <EmailForm redirect={redirect} sent={isSocial ? null : sent} captcha={settings.captcha} />
        </>
      )}
      <Suspense>
        {settings.isDemo && <LazyDemoEntry redirect={redirect} sent={sent} />}
        {settings.providers.length > 0 && (
          <LazySocialButtons providers={settings.providers} redirect={redirect} sent={isSocial ? sent : null} />
        )}
      </Suspense>
      {settings.hasPasskeys && !settings.isDemo && <PasskeySignIn hasField onSignedIn={() => enter(redirect)} />}
      {hasOpenCard && (
        <Link to="/login/card" search={{ redirect }} className={buttonClass('ghost', 'mt-3')}>
          {m.card_link()}
        </Link>
      )}
    </main>
  )
}

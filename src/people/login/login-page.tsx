import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { BanNotice } from '#base/auth/session/ban.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { SentForm } from '#base/errors/sent-form.ts'
import type { Installation } from '#kit/installation/installation.schema.ts'
import { keptCodeText } from '#kit/installation/shared/kept-code-text.ts'
import { PasskeySignIn } from '#people/passkey/shared/passkey-sign-in.tsx'
import { buttonClass } from '#base/ui/button.tsx'
import { EmailForm } from './email-form.tsx'
import { useCompleteSignIn } from './login.data.ts'
import { LazyBanPanel, LazyDemoEntry, LazySocialButtons } from './login-parts.tsx'

interface LoginPageProps {
  redirect: string | undefined
  sent: SentForm | null
  ban: BanNotice | null
  /** Whether somebody has a sign-in card that can still be used. */
  hasOpenCard: boolean
  settings: Installation
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
        <Link to="/setup" className={buttonClass('primary', 'mt-5')}>
          {m.setup_link()}
        </Link>
      )}
      {settings.isDemo || (
        <>
          <p className="mt-2.5 mb-8 text-pretty text-muted">
            {settings.sendsMail ? m.login_intro() : keptCodeText(settings)}
          </p>
          <EmailForm
            isMain={!settings.isSetupOpen}
            redirect={redirect}
            sent={isSocial ? null : sent}
            captcha={settings.captcha}
          />
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

import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { initials } from '#lib/text.ts'
import { LanguageSelect } from '#ui/language-select.tsx'
import { ThemeSelect } from '#ui/theme-select.tsx'
import { currentUserQuery } from './account.data.ts'
import { SignOut } from './sign-out.tsx'

const PANEL = 'mt-4 rounded-md border border-line bg-raised px-4.5 py-4'

/** The account, the same in both areas: who I am, display, sign out. */
export function AccountPage({ version }: { version: string }) {
  const { data: me } = useSuspenseQuery(currentUserQuery)
  if (!me) return null
  return (
    <main id="content" className="mx-auto w-full max-w-6xl px-5 pt-5 md:px-6 md:pt-8">
      <div className="max-w-2xl">
        <h1 className="text-[1.75rem] leading-tight">{m.account_title()}</h1>
        <section className={`${PANEL} flex items-center gap-3.5`}>
          <span
            aria-hidden="true"
            className="grid size-12 flex-none place-items-center rounded-full bg-accent-soft font-semibold text-accent"
          >
            {initials(me.name, me.email)}
          </span>
          <div className="min-w-0">
            <p dir="auto" className="font-serif text-lg leading-snug font-semibold">
              {me.name || m.account_no_name()}
            </p>
            <p dir="auto" className="text-sm break-words text-muted">
              {me.email}
            </p>
          </div>
          {!me.emailVerified && (
            <span className="ms-auto rounded-full bg-accent-soft px-2.5 py-1 text-xs font-semibold text-accent">
              {m.account_not_verified()}
            </span>
          )}
        </section>
        <section className={PANEL}>
          <h2 className="text-base">{m.account_display()}</h2>
          <Row label={m.language_label()}>
            <LanguageSelect className="-me-2 font-semibold" />
          </Row>
          <Row label={m.theme_label()}>
            <ThemeSelect className="-me-2 font-semibold" />
          </Row>
        </section>
        <SignOut />
        <p className="mt-6 text-[0.8125rem] text-muted">{m.account_version({ version })}</p>
      </div>
    </main>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-line py-1 not-last:border-b">
      <span className="text-muted">{label}</span>
      {children}
    </div>
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Avatar } from '#base/ui/avatar.tsx'
import { EmailText } from '#base/ui/email-text.tsx'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import type { AccountSearch } from './account-search.schema.ts'
import type { Me } from '#kit/me/me.schema.ts'
import { ChangeEmail } from './change-email.tsx'
import { ChangeName } from './change-name.tsx'
import { useCloseNameDrawer } from './use-name-drawer.ts'
import { VerifyEmail } from './verify-email.tsx'

/** The user's name and address, each with a way to change it. */
export function AccountCard({ me, search }: { me: Me; search: AccountSearch }) {
  return (
    <Panel className="mt-4">
      <div data-heading className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <Avatar name={me.name} email={me.email} size="large" />
        {/* Wraps below the avatar when long words do not fit next to it. */}
        <div className="-my-1.5 min-w-[min(11.5rem,100%)] flex-1">
          <NameLine name={me.name} isOpen={search.state === 'change-name'} />
          <EmailLine me={me} newEmail={search.state === '' ? search.newEmail : ''} />
        </div>
      </div>
    </Panel>
  )
}

/** The way to change it stands beside the text, or below it when the text is large. */
const lineClass = 'flex flex-wrap items-center justify-between gap-x-3'

function NameLine({ name, isOpen }: { name: string; isOpen: boolean }) {
  const link = useRef<HTMLAnchorElement>(null)
  const close = useCloseNameDrawer(isOpen)
  return (
    <div className={lineClass}>
      <p dir="auto" className="min-w-[min(8rem,100%)] flex-1 font-serif text-lg leading-snug font-semibold break-words">
        {name || m.account_no_name()}
      </p>
      <Link
        ref={link}
        to="."
        search={{ state: 'change-name' }}
        state={{ isOpenedHere: true }}
        resetScroll={false}
        aria-label={m.account_change_name()}
        className={`ms-auto noscript:hidden ${rowActionClass}`}
      >
        {m.account_change()}
      </Link>
      <ChangeName name={name} isOpen={isOpen} onClose={close} opener={link} />
    </div>
  )
}

function EmailLine({ me, newEmail }: { me: Me; newEmail: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  const navigate = useNavigate()
  const close = () => {
    setIsOpen(false)
    if (newEmail !== '') void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  }
  return (
    <div className={lineClass}>
      <p className="min-w-[min(8rem,100%)] flex-1 text-sm text-muted">
        <EmailText email={me.email} />{' '}
        {!me.emailVerified && me.email !== null && (
          <span className="me-2 inline-block rounded-full border border-transparent bg-accent-soft px-2.5 py-0.5 text-xs font-semibold text-accent">
            {m.account_not_verified()}
          </span>
        )}
        {!me.emailVerified && me.email !== null && <VerifyEmail email={me.email} next={change} />}
      </p>
      <button
        {...blockedInDemo}
        ref={change}
        type="button"
        aria-label={me.email === null ? m.account_add_email() : m.account_change_email()}
        className={`ms-auto ${rowActionClass}`}
        onClick={() => setIsOpen(true)}
      >
        {me.email === null ? m.account_add_email() : m.account_change()}
      </button>
      <ChangeEmail me={me} newEmail={newEmail} isOpen={isOpen || newEmail !== ''} onClose={close} />
    </div>
  )
}

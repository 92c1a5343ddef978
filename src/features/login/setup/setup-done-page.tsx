import { Link } from '@tanstack/react-router'
import type { Settings } from '#features/settings/settings.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'

interface SetupDonePageProps {
  person: { id: string; name: string }
  settings: Pick<Settings, 'hasCards' | 'hasPasskeys' | 'sendsMail'>
}

/** After the set-up: how the manager comes in again, and the way into the library. */
export function SetupDonePage({ person, settings: { hasPasskeys, sendsMail, hasCards } }: SetupDonePageProps) {
  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight [overflow-wrap:anywhere]">
        {m.setup_done_title({ name: person.name })}
      </h1>
      <p className="mt-2.5 text-pretty text-muted">
        {sendsMail ? m.setup_done_text() : `${m.setup_done_text()} ${m.setup_done_no_mail()}`}
      </p>
      {hasPasskeys && (
        <Panel className="mt-8" title={m.passkeys_title()}>
          <p className="text-[0.8125rem] text-pretty text-muted">{m.passkeys_text()}</p>
          <Link to="/app/account" className={buttonClass('second', 'mt-3 max-sm:w-full')}>
            {m.passkey_add()}
          </Link>
        </Panel>
      )}
      {hasCards && (
        <Panel className="mt-4" title={m.card_panel_title()}>
          <p className="text-[0.8125rem] text-pretty text-muted">{m.setup_card_text()}</p>
          <Link
            to="/manager/users/$id"
            params={{ id: person.id }}
            className={buttonClass('second', 'mt-3 max-sm:w-full')}
          >
            {m.card_make()}
          </Link>
        </Panel>
      )}
      {sendsMail || (
        <Panel className="mt-4" title={m.setup_mail_title()}>
          <p className="text-[0.8125rem] text-pretty text-muted">{m.setup_mail_text()}</p>
          <Link to="/manager/settings" className={buttonClass('second', 'mt-3 max-sm:w-full')}>
            {m.setup_mail_link()}
          </Link>
        </Panel>
      )}
      <Panel className="mt-4" title={m.copies_title()}>
        <p className="text-[0.8125rem] text-pretty text-muted">{m.setup_copies_text()}</p>
        <Link to="/manager/settings" className={buttonClass('second', 'mt-3 max-sm:w-full')}>
          {m.setup_copies_link()}
        </Link>
      </Panel>
      <Link to="/manager" className={buttonClass('primary', 'mt-6 min-h-12')}>
        {m.setup_done_link()}
      </Link>
    </main>
  )
}

import { Link } from '@tanstack/react-router'
import type { Installation } from '#kit/installation/installation.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { setupPanels } from './setup.slots.ts'

interface SetupDonePageProps {
  person: { id: string; name: string }
  settings: Pick<Installation, 'codes' | 'hasCards' | 'hasPasskeys' | 'sendsMail'>
}

/** After the set-up: how the manager comes in again, and the way into the library. */
export function SetupDonePage({ person, settings: { codes, hasPasskeys, sendsMail, hasCards } }: SetupDonePageProps) {
  const noMail = codes.installation === 'package' ? m.setup_done_no_mail_package() : m.setup_done_no_mail()
  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight [overflow-wrap:anywhere]">
        {m.setup_done_title({ name: person.name })}
      </h1>
      <p className="mt-2.5 text-pretty text-muted">
        {sendsMail ? m.setup_done_text() : `${m.setup_done_text()} ${noMail}`}
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
      <setupPanels.Parts sendsMail={sendsMail} />
      <Link to="/manager" className={buttonClass('primary', 'mt-6 min-h-12')}>
        {m.setup_done_link()}
      </Link>
    </main>
  )
}

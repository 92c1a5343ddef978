import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { Panel } from '#base/ui/panel.tsx'

/** After the set-up: the ways to the mail server, the second folder of backups and the sheet for whoever restores the library. */
export const FirstSteps = ({ sendsMail }: { sendsMail: boolean }) => (
  <>
    {sendsMail || (
      <Panel className="mt-4" title={m.setup_mail_title()}>
        <p className="text-[0.8125rem] text-pretty text-muted">{m.setup_mail_text()}</p>
        <Link to="/manager/settings" hash="mail" className={buttonClass('second', 'mt-3 max-sm:w-full')}>
          {m.setup_mail_link()}
        </Link>
      </Panel>
    )}
    <Panel className="mt-4" title={m.second_folder_title()}>
      <p className="text-[0.8125rem] text-pretty text-muted">{m.setup_second_folder_text()}</p>
      <Link to="/manager/settings" hash="second-folder" className={buttonClass('second', 'mt-3 max-sm:w-full')}>
        {m.setup_second_folder_link()}
      </Link>
    </Panel>
    <Panel className="mt-4" title={m.setup_sheet_title()}>
      <p className="text-[0.8125rem] text-pretty text-muted">{m.setup_sheet_text()}</p>
      <Link to="/manager/backups/sheet" className={buttonClass('second', 'mt-3 max-sm:w-full')}>
        {m.sheet_link()}
      </Link>
    </Panel>
  </>
)

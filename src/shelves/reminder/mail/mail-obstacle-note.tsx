import { m } from '#base/i18n/paraglide/messages.js'
import type { MailObstacle } from './mail.schema.ts'

// The pages of operations stand above: their addresses are no routes that this floor may count on.

/** Why no reminder is sent by mail, with the way to change that; nothing where none is in the way, and in a demo. */
export function MailObstacleNote({ obstacle }: { obstacle: MailObstacle | null }) {
  if (obstacle === 'server')
    return (
      <p className="text-sm text-pretty text-muted">
        {m.reminder_no_server()}{' '}
        <a href="/manager/settings#mail" className="text-accent underline underline-offset-2">
          {m.reminder_set_server()}
        </a>
      </p>
    )
  if (obstacle === 'clock')
    return (
      <p className="text-sm text-pretty text-muted">
        {m.reminder_clock()}{' '}
        <a href="/manager/health" className="text-accent underline underline-offset-2">
          {m.reminder_confirm_date()}
        </a>
      </p>
    )
  return null
}

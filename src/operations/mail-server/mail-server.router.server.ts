import { procedure } from '#base/rpc/procedure.server.ts'
import { changedSettingsSchema } from '#kit/library-settings/library-settings.schema.ts'
import { changeMailServer } from './mail-server.server.ts'
import { mailServerSchema } from './mail-server.schema.ts'

/**
 * Changes where mails go, after a mail to the own address went that way. Throws VALIDATION_ERROR with what the mail server
 * has answered at the field that it is about, SESSION_EXPIRED without a recent authentication, TOO_MANY_REQUESTS.
 */
const change = procedure('settings:update', { takenBack: 'again' })
  .input(mailServerSchema)
  .output(changedSettingsSchema)
  .handler(({ input, context: { session } }) => changeMailServer(input, session))

/** Sends no more mails: they are written into the outbox. Throws SESSION_EXPIRED without a recent authentication. */
const remove = procedure('settings:update', { takenBack: 'again' })
  .output(changedSettingsSchema)
  .handler(({ context: { session } }) => changeMailServer(null, session))

export const mailServerRouter = { change, remove }

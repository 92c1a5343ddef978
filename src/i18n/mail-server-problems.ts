import { m } from './paraglide/messages.js'

type Params = Record<string, string | number>
const reply = ({ reply: value = '' }: Params) => ({ reply: value })

/** Why a mail server was not taken. Apart from the other problems, since one form alone shows these sentences. */
export const MAIL_SERVER_PROBLEMS = {
  mail_host: m.mail_host,
  mail_unreachable: m.mail_unreachable,
  mail_certificate: m.mail_certificate,
  mail_encryption: m.mail_encryption,
  mail_login_refused: (params: Params) => m.mail_login_refused(reply(params)),
  mail_sender_refused: (params: Params) => m.mail_sender_refused(reply(params)),
  mail_recipient_refused: ({ email = '', ...params }: Params) => m.mail_recipient_refused({ email, ...reply(params) }),
  mail_refused: (params: Params) => m.mail_refused(reply(params)),
  mail_password_anew: m.mail_password_anew,
  mail_unencrypted: m.mail_unencrypted,
  mail_own_address: ({ email = '' }: Params) => m.mail_own_address({ email }),
}

import type { Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { MailLayout } from './layout.tsx'
import { BUTTON, FAINT, HEADING, TEXT } from './styles.ts'

interface InvitationMailProps {
  heading: string
  /** The manager who sent the invitation. */
  inviter: { name: string; email: string }
  /** URL of the sign-in page. */
  url: string
  locale: Locale
}

/** The mail to a new user: who invited them, how to sign in, and a link. */
export function InvitationMail({ heading, inviter, url, locale }: InvitationMailProps) {
  const text = m.mail_invitation_text(inviter)
  return (
    <MailLayout locale={locale} preview={text}>
      <h1 style={HEADING}>{heading}</h1>
      <p style={TEXT}>{text}</p>
      <p style={TEXT}>{m.mail_invitation_how()}</p>
      <p style={TEXT}>
        <a className="button" target="_blank" rel="noreferrer" href={url} style={BUTTON}>
          {m.mail_invitation_button()}
        </a>
      </p>
      <p className="faint" style={FAINT}>
        {m.mail_invitation_ignore()}
      </p>
    </MailLayout>
  )
}

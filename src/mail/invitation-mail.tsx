import { Heading, Link, Text } from 'react-email'
import type { Locale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
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
      <Heading as="h1" style={HEADING}>
        {heading}
      </Heading>
      <Text style={TEXT}>{text}</Text>
      <Text style={TEXT}>{m.mail_invitation_how()}</Text>
      <Text style={TEXT}>
        <Link className="button" href={url} style={BUTTON}>
          {m.mail_invitation_button()}
        </Link>
      </Text>
      <Text className="faint" style={FAINT}>
        {m.mail_invitation_ignore()}
      </Text>
    </MailLayout>
  )
}

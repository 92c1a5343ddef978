import { Heading, Text } from 'react-email'
import { m } from '#i18n/paraglide/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { MailLayout } from './layout.tsx'

const ink = '#2b211c'
const text = { color: ink, fontSize: 16, lineHeight: '24px', margin: '0 0 12px' }

/** The mail with a one-time code: readable at a glance, with nothing to press. */
export function CodeMail({ code, minutes, locale }: { code: string; minutes: number; locale: Locale }) {
  return (
    <MailLayout locale={locale} preview={m.mail_code_preview()}>
      <Heading
        as="h1"
        style={{ color: ink, fontSize: 22, lineHeight: '28px', margin: '0 0 12px', fontFamily: 'Georgia, serif' }}
      >
        {m.mail_code_heading()}
      </Heading>
      <Text style={text}>{m.mail_code_text()}</Text>
      <Text
        dir="ltr"
        style={{
          color: '#7a2a5a',
          fontSize: 34,
          lineHeight: '44px',
          letterSpacing: 8,
          fontWeight: 700,
          margin: '8px 0 16px',
          fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
        }}
      >
        {code}
      </Text>
      <Text style={text}>{m.mail_code_valid({ minutes })}</Text>
      <Text style={{ ...text, color: '#6e645c', fontSize: 14, lineHeight: '21px', margin: 0 }}>
        {m.mail_code_ignore()}
      </Text>
    </MailLayout>
  )
}

import { m } from '#base/i18n/paraglide/messages.js'
import type { Locale } from '#base/i18n/locale.ts'
import { MailLayout } from './layout.tsx'
import { ACCENT, FAINT, HEADING, TEXT } from './styles.ts'

/** What a code is for. */
export type CodePurpose = 'sign-in' | 'reauthenticate' | 'change-email'

const WORDS: Record<CodePurpose, { preview: () => string; text: () => string; ignore: () => string }> = {
  'sign-in': { preview: m.mail_code_preview, text: m.mail_code_text, ignore: m.mail_code_ignore },
  reauthenticate: {
    preview: m.mail_code_reauthenticate_preview,
    text: m.mail_code_reauthenticate_text,
    ignore: m.mail_code_reauthenticate_ignore,
  },
  'change-email': {
    preview: m.mail_code_change_preview,
    text: m.mail_code_change_text,
    ignore: m.mail_code_change_ignore,
  },
}

interface CodeMailProps {
  code: string
  minutes: number
  purpose: CodePurpose
  /** The browser that asked for the code, where and when, in words. */
  asked: string
  locale: Locale
}

/** The mail with a one-time code: readable at a glance, without a link. */
export function CodeMail({ code, minutes, purpose, asked, locale }: CodeMailProps) {
  const words = WORDS[purpose]
  return (
    <MailLayout locale={locale} preview={words.preview()}>
      <h1 style={HEADING}>{m.mail_code_heading()}</h1>
      <p style={TEXT}>{words.text()}</p>
      <p
        className="accent"
        dir="ltr"
        style={{
          color: ACCENT,
          fontSize: 34,
          lineHeight: '44px',
          letterSpacing: 8,
          fontWeight: 700,
          margin: '8px 0 16px',
          fontFamily: 'Consolas, Menlo, "DejaVu Sans Mono", monospace',
        }}
      >
        {code}
      </p>
      <p style={TEXT}>{m.mail_code_valid({ minutes })}</p>
      <p style={{ ...TEXT, fontWeight: 600 }}>{m.mail_code_secret()}</p>
      <p style={TEXT}>{asked}</p>
      <p className="faint" style={FAINT}>
        {words.ignore()}
      </p>
    </MailLayout>
  )
}

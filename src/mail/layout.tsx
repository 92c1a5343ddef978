import { Body, Container, Head, Html, Preview, Text } from 'react-email'
import type { ReactNode } from 'react'
import { env } from '#env/env.server.ts'
import { directionOf, type Locale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { ACCENT, BRAND, DARK_STYLES, FOOT } from './styles.ts'

interface MailLayoutProps {
  locale: Locale
  /** The preview that a mail client shows after the subject. */
  preview: string
  children: ReactNode
}

/**
 * The layout of every mail: one column in the direction of its language, the brand above, and below it the library's
 * address as text, so that a mail with a code has no link that could be forged.
 */
export function MailLayout({ locale, preview, children }: MailLayoutProps) {
  const direction = directionOf(locale)
  return (
    <Html lang={locale} dir={direction}>
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="viewport" content="width=device-width" />
        <style>{DARK_STYLES}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="page"
        style={{
          backgroundColor: '#fbf9f5',
          margin: 0,
          padding: '24px 12px',
        }}
      >
        <Container
          className="card"
          dir={direction}
          style={{
            backgroundColor: '#ffffff',
            border: '1px solid #e8e3da',
            borderTop: `4px solid ${ACCENT}`,
            borderRadius: 12,
            padding: '28px 24px',
            maxWidth: 440,
            textAlign: direction === 'rtl' ? 'right' : 'left',
          }}
        >
          <Text className="accent" style={BRAND}>
            {m.brand_name()}
          </Text>
          {children}
          <Text className="faint" style={FOOT}>
            {m.mail_sent_by({ address: `\u2068${new URL(env().baseUrl).host}\u2069` })}
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

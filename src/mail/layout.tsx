import { Body, Container, Head, Html, Preview } from 'react-email'
import type { ReactNode } from 'react'
import { directionOf, type Locale } from '#i18n/locale.ts'

interface MailLayoutProps {
  locale: Locale
  /** The line that a mail program shows beside the subject. */
  preview: string
  children: ReactNode
}

/** The frame of every mail: one column, ink on paper, in the direction of its language. */
export function MailLayout({ locale, preview, children }: MailLayoutProps) {
  const direction = directionOf(locale)
  return (
    <Html lang={locale} dir={direction}>
      <Head>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body
        style={{
          backgroundColor: '#fbf9f5',
          margin: 0,
          padding: '24px 12px',
          fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif',
        }}
      >
        <Container
          dir={direction}
          style={{
            backgroundColor: '#ffffff',
            border: '1px solid #e8e3da',
            borderRadius: 12,
            padding: '28px 24px',
            maxWidth: 440,
            textAlign: direction === 'rtl' ? 'right' : 'left',
          }}
        >
          {children}
        </Container>
      </Body>
    </Html>
  )
}

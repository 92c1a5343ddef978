import { Heading, Link, Text } from 'react-email'
import type { Locale } from '#i18n/locale.ts'
import { MailLayout } from './layout.tsx'
import { BUTTON, HEADING, TEXT } from './styles.ts'

/** The way to where something can be done about it. */
export interface WayOn {
  label: string
  url: string
}

interface NoticeMailProps {
  heading: string
  paragraphs: string[]
  wayOn?: WayOn | undefined
  locale: Locale
}

/** A mail that tells something: a heading and some sentences, and where it helps a link to press. */
export function NoticeMail({ heading, paragraphs, wayOn, locale }: NoticeMailProps) {
  return (
    <MailLayout locale={locale} preview={paragraphs[0] ?? heading}>
      <Heading as="h1" style={HEADING}>
        {heading}
      </Heading>
      {paragraphs.map((paragraph) => (
        <Text key={paragraph} style={TEXT}>
          {paragraph}
        </Text>
      ))}
      {wayOn && (
        <Text style={TEXT}>
          <Link href={wayOn.url} style={BUTTON}>
            {wayOn.label}
          </Link>
        </Text>
      )}
    </MailLayout>
  )
}

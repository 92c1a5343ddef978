import { Heading, Text } from 'react-email'
import type { Locale } from '#i18n/locale.ts'
import { MailLayout } from './layout.tsx'
import { HEADING, TEXT } from './styles.ts'

interface NoticeMailProps {
  heading: string
  paragraphs: string[]
  locale: Locale
}

/** A mail that tells something: a heading and some sentences, with nothing to press. */
export function NoticeMail({ heading, paragraphs, locale }: NoticeMailProps) {
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
    </MailLayout>
  )
}

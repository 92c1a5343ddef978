import { Heading, Link, Text } from 'react-email'
import type { Locale } from '#i18n/locale.ts'
import { MailLayout } from './layout.tsx'
import { BUTTON, HEADING, TEXT } from './styles.ts'

/** A link to the page where the recipient can act on the notice. */
export interface MailAction {
  label: string
  url: string
}

interface NoticeMailProps {
  heading: string
  paragraphs: string[]
  action?: MailAction | undefined
  locale: Locale
}

/** A notice: a heading, paragraphs and optionally a link. */
export function NoticeMail({ heading, paragraphs, action, locale }: NoticeMailProps) {
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
      {action && (
        <Text style={TEXT}>
          <Link className="button" href={action.url} style={BUTTON}>
            {action.label}
          </Link>
        </Text>
      )}
    </MailLayout>
  )
}

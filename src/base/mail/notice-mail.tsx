import type { Locale } from '#base/i18n/locale.ts'
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
      <h1 style={HEADING}>{heading}</h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} style={TEXT}>
          {paragraph}
        </p>
      ))}
      {action && (
        <p style={TEXT}>
          <a className="button" target="_blank" rel="noreferrer" href={action.url} style={BUTTON}>
            {action.label}
          </a>
        </p>
      )}
    </MailLayout>
  )
}

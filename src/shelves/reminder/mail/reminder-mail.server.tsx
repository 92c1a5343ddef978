import { isolated } from '#base/i18n/isolated.ts'
import type { Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { MailLayout } from '#base/mail/layout.tsx'
import { FAINT, HEADING, TEXT } from '#base/mail/styles.ts'
import type { LetterBook } from '../reminder.schema.ts'

interface ReminderMailProps {
  locale: Locale
  heading: string
  addressee: string
  request: string
  books: readonly LetterBook[]
  notes: readonly string[]
  /** How to get no more of these mails. */
  stop: string
  library: string
}

const SPACED = { ...FAINT, margin: '0 0 12px' }

/** A reminder: to whom, what is asked for, and each book with its day, and its price if it is late or lost. */
export const ReminderMail = ({
  locale,
  heading,
  addressee,
  request,
  books,
  notes,
  stop,
  library,
}: ReminderMailProps) => (
  <MailLayout locale={locale} preview={request}>
    <h1 style={HEADING}>{heading}</h1>
    <p className="faint" style={SPACED}>
      {addressee}
    </p>
    <p style={TEXT}>{m.letter_greeting()}</p>
    <p style={TEXT}>{request}</p>
    {books.map(({ loanId, title, author, number, state, price }) => (
      <div key={loanId} style={{ margin: '0 0 12px' }}>
        <p dir="auto" style={{ ...TEXT, margin: 0, fontWeight: 600 }}>
          {title}
        </p>
        <p className="faint" style={FAINT}>
          {author !== '' && (
            <>
              <bdi>{author}</bdi>
              {' · '}
            </>
          )}
          <bdi>{number}</bdi>
        </p>
        <p style={{ ...TEXT, margin: 0 }}>{state}</p>
        {price !== '' && (
          <p className="faint" style={FAINT}>
            {m.reminder_mail_price({ price: isolated(price) })}
          </p>
        )}
      </div>
    ))}
    {notes.map((note) => (
      <p key={note} style={TEXT}>
        {note}
      </p>
    ))}
    <p style={TEXT}>
      {m.letter_regards()}
      <br />
      <bdi>{library}</bdi>
    </p>
    <p className="faint" style={FAINT}>
      {stop}
    </p>
  </MailLayout>
)

import { useQuery, type QueryClient } from '@tanstack/react-query'
import { formatDate, formatValues } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel } from '#base/ui/panel.tsx'
import { sentRemindersQuery } from './reminder.data.ts'
import type { SentMail, SentReminder } from './sent-reminder.schema.ts'

interface BorrowerRemindersProps {
  borrower: { id: string }
  timeZone: string
}

/** Asks for what a borrower was reminded of; optional, the panel asks again. */
export const loadBorrowerReminders = ({ queryClient, id }: { queryClient: QueryClient; id: string }) =>
  queryClient.query(sentRemindersQuery(id)).catch(() => undefined)

/** On a borrower's page: what they were reminded of, when and how; nothing where they never were. */
export function BorrowerReminders({ borrower: { id }, timeZone }: BorrowerRemindersProps) {
  const { data: reminders = [] } = useQuery(sentRemindersQuery(id))
  if (reminders.length === 0) return null
  return (
    <Panel title={m.reminder_list()}>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-1">
        {reminders.map((one) => (
          <li key={`${one.at.getTime()} ${one.kind} ${one.way}`} className="border-line py-2 not-first:border-t">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{kindText(one)}</span>
              <span className="text-sm text-muted">{formatDate(one.at, timeZone)}</span>
            </p>
            <p dir="auto" className="text-sm break-words text-muted">
              {formatValues(one.titles)}
            </p>
            {one.mail && <MailState mail={one.mail} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What became of a mail. */
function MailState({ mail: { state, email, problem } }: { mail: SentMail }) {
  const isBad = state === 'failed' || state === 'unsure'
  return (
    <p className={`text-sm [overflow-wrap:anywhere] ${isBad ? 'text-danger' : 'text-muted'}`}>
      {state === 'waiting' && m.reminder_state_waiting()}
      {state === 'sent' && m.reminder_state_sent({ email: isolated(email) })}
      {state === 'failed' && m.reminder_state_failed({ email: isolated(email), problem: isolated(problem) })}
      {state === 'unsure' && m.reminder_state_unsure({ email: isolated(email) })}
    </p>
  )
}

function kindText({ kind, way }: SentReminder): string {
  if (way === 'paper') return m.reminder_paper()
  if (kind === 'before') return m.reminder_before()
  return kind === 'due' ? m.reminder_due() : m.reminder_late()
}

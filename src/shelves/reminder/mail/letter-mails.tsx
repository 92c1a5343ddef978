import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import type { OverdueFilter } from '#lending/loan/overdue/overdue.schema.ts'
import { MailObstacleNote } from './mail-obstacle-note.tsx'
import { letterMailsQuery, sendLetterMails, stopLetterMails } from './mail.data.ts'
import type { FailedMail, MailsState } from './mail.schema.ts'

const counted = (count: number) => ({ count, shown: formatNumber(count) })

/** Sends the letters of the list by mail to who has an address, after a question; nothing where none can be sent. */
export function SendLetters({ filter }: { filter: OverdueFilter }) {
  const { data: mails } = useQuery(letterMailsQuery(filter))
  const [isOpen, setIsOpen] = useState(false)
  const refresh = useRefreshLending()
  const send = useAction(
    async () => {
      const { count } = await sendLetterMails({ data: filter })
      await refresh()
      setIsOpen(false)
      void toast({ type: 'success', title: m.reminder_queued(counted(count)) })
    },
    { failure: m.reminder_not_queued() },
  )
  if (!mails || mails.ready === 0 || mails.obstacle === 'server' || mails.obstacle === 'clock') return null
  return (
    <>
      <Button {...blockedInDemo} look="second" onClick={() => setIsOpen(true)}>
        {m.reminder_send(counted(mails.ready))}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.reminder_send_title(counted(mails.ready))}
        text={m.reminder_send_text()}
        action={m.reminder_send(counted(mails.ready))}
        isBusy={send.isBusy}
        onConfirm={() => void send.run()}
      >
        <Others mails={mails} />
      </ConfirmDialog>
    </>
  )
}

/** Who of the list gets no mail. */
const Others = ({ mails: { withoutAddress, hadToday } }: { mails: MailsState }) => (
  <>
    {withoutAddress > 0 && <p className="text-muted">{m.reminder_on_paper(counted(withoutAddress))}</p>}
    {hadToday > 0 && <p className="text-muted">{m.reminder_had_today(counted(hadToday))}</p>}
  </>
)

/** Above the letters: what became of mails, and what is in the way of sending more; nothing where there is none. */
export function LetterMails({ filter }: { filter: OverdueFilter }) {
  const { data: mails } = useQuery(letterMailsQuery(filter))
  const refresh = useRefreshLending()
  const stop = useAction(() => stopLetterMails(), {
    refresh,
    success: m.reminder_stopped(),
    failure: m.reminder_not_stopped(),
  })
  if (!mails) return null
  const { obstacle, ready, waiting, stoppable, sentToday, failed } = mails
  const isHindered = (obstacle === 'server' || obstacle === 'clock') && ready + waiting > 0
  if (!isHindered && waiting + sentToday + failed.length === 0) return null
  return (
    <section className={`${panelClass} mb-4 grid gap-2 print:hidden`}>
      {isHindered && <MailObstacleNote obstacle={obstacle} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="min-w-0">
          {[
            ...(waiting > 0 ? [m.reminder_waiting(counted(waiting))] : []),
            ...(sentToday > 0 ? [m.reminder_sent_today(counted(sentToday))] : []),
          ].join(' · ')}
        </p>
        {stoppable > 0 && (
          <Button {...blockedInDemo} look="second" isBusy={stop.isBusy} onClick={() => void stop.run()}>
            {m.reminder_stop()}
          </Button>
        )}
      </div>
      {failed.length > 0 && <FailedMails failed={failed} />}
    </section>
  )
}

const FailedMails = ({ failed }: { failed: readonly FailedMail[] }) => (
  <div>
    <p className="text-danger">{m.reminder_failed(counted(failed.length))}</p>
    {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
    <ul role="list">
      {failed.map(({ id, borrowerId, name, state, email, problem }) => (
        <li key={id} className="py-1">
          <Link
            to="/manager/borrowers/$id"
            params={{ id: borrowerId }}
            className="inline-block min-h-6 font-medium text-accent hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
          {' · '}
          <span className="text-sm text-muted [overflow-wrap:anywhere]">
            {state === 'failed'
              ? m.reminder_state_failed({ email: isolated(email), problem: isolated(problem) })
              : m.reminder_state_unsure({ email: isolated(email) })}
          </span>
        </li>
      ))}
    </ul>
  </div>
)

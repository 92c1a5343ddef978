import { useQueryClient } from '@tanstack/react-query'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Form } from '#ui/form/form.tsx'
import { rowActionClass } from '#ui/panel.tsx'
import { Spinner } from '#ui/state/spinner.tsx'
import { useAction } from '#ui/use-action.ts'
import { cancelOwnHold, OWN_LOANS_KEY, renewOwnLoan, reserveBook } from '../own/own-loan.data.ts'

const ACTS = {
  renew: { call: renewOwnLoan, label: m.own_renew, of: m.own_renew_of, done: m.own_renewed, failed: m.own_not_renewed },
  reserve: {
    call: reserveBook,
    label: m.own_reserve,
    of: m.own_reserve_of,
    done: m.own_reserved,
    failed: m.own_not_reserved,
  },
  cancel: {
    call: cancelOwnHold,
    label: m.own_cancel,
    of: m.own_cancel_of,
    done: m.own_cancelled,
    failed: m.own_not_cancelled,
  },
}

interface OwnActProps {
  act: keyof typeof ACTS
  /** Of the loan, the book or the reservation. */
  id: string
  /** Of the book. */
  title: string
}

/** A button that renews, reserves or cancels. Without script its form does. */
export function OwnAct({ act, id, title }: OwnActProps) {
  const { call, label, of, done, failed } = ACTS[act]
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: OWN_LOANS_KEY })
  const { run, isBusy } = useAction(() => call({ data: id }), {
    refresh,
    success: done(),
    failure: failed(),
    onRefused: () => {
      // It is otherwise than the page says.
      void refresh()
      return false
    },
  })
  return (
    <Form
      isChanged={false}
      method="post"
      action="/app/loans"
      className="ms-auto flex-none print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="id" value={id} />
      <button
        {...blockedInDemo}
        type="submit"
        aria-label={of({ title })}
        aria-disabled={isBusy || undefined}
        className={`gap-2 whitespace-nowrap ${rowActionClass}`}
      >
        {isBusy && <Spinner />}
        {label()}
      </button>
    </Form>
  )
}

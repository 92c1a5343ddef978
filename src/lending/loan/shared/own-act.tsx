import { useQueryClient } from '@tanstack/react-query'
import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Form } from '#base/ui/form/form.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { Spinner } from '#base/ui/state/spinner.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { cancelOwnHold, OWN_LOANS_KEY, renewOwnLoan, reserveBook, restoreOwnHold } from '../own/own-loan.data.ts'

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
    // No sentence of its own: `toastCancelled`, with the undo, says it.
    call: cancelOwnHold,
    label: m.own_cancel,
    of: m.own_cancel_of,
    done: undefined,
    failed: m.own_not_cancelled,
  },
}

/** The place in the queue is lost otherwise. */
const toastCancelled = (undo: () => void): void =>
  void toast({
    type: 'success',
    title: m.own_cancelled(),
    duration: UNDO_TIME,
    action: { label: m.books_undo(), onClick: undo },
  })

interface OwnActProps {
  act: keyof typeof ACTS
  /** Of the loan, the book or the reservation. */
  id: string
  /** Title of the book. */
  title: string
}

/** A button that renews, reserves or cancels. Without script its form does. */
export function OwnAct({ act, id, title }: OwnActProps) {
  const { call, label, of, done, failed } = ACTS[act]
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: OWN_LOANS_KEY })
  const undoCancel = useAction(() => restoreOwnHold({ data: id }), {
    refresh,
    success: m.undo_done(),
    failure: m.undo_failed(),
  })
  const { run, isBusy } = useAction(() => call({ data: id }), {
    refresh,
    ...(done && { success: done() }),
    failure: failed(),
    onRefused: () => {
      // Refused, since its state changed meanwhile: the page is refetched.
      void refresh()
      return false
    },
  })
  const submit = async () => {
    const answered = await run()
    if (answered && act === 'cancel') toastCancelled(() => void undoCancel.run())
  }
  return (
    <Form
      isChanged={false}
      method="post"
      action="/app/loans"
      className="ms-auto max-w-full flex-none print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="id" value={id} />
      <button
        {...blockedInDemo}
        type="submit"
        aria-label={of({ title })}
        aria-disabled={isBusy || undefined}
        className={`gap-2 text-start ${rowActionClass}`}
      >
        {isBusy && <Spinner />}
        {label()}
      </button>
    </Form>
  )
}

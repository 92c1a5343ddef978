import { useState, type RefObject } from 'react'
import type { AppError } from '#errors/app-error.ts'
import { fromThrown } from '#errors/local-error.ts'
import { leaveFor, untilLeft } from '#lib/leave.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useAction } from './use-action.ts'
import { useReturnFocus } from './use-return-focus.ts'

/** A call that is confirmed first: what is asked, and what is said of it afterwards. */
export interface ConfirmedCall {
  title: string
  text: string
  /** The word on the button. */
  action: string
  isDanger?: boolean
  call: () => Promise<unknown>
  /** NOT_FOUND is as good as done: what was to end has ended meanwhile. */
  isDoneWhenGone?: boolean
  /** The page that follows, loaded anew; without it this one stays, and `success` is said. */
  next?: string | undefined
  success: string
  failure: string
}

interface ConfirmCallProps {
  /** What is confirmed; the dialog is open while there is something. */
  confirmed: ConfirmedCall | undefined
  onClose: () => void
  /** Has the focus afterwards: the button that opened the dialog may be gone. */
  heading: RefObject<HTMLElement | null>
  /** Loads anew what the call has changed. */
  refresh: () => Promise<unknown>
  onRefused?: (error: AppError) => boolean
}

/** Confirms a call and makes it; toasts say how it went. */
export function ConfirmCall({ confirmed, onClose, heading, refresh, onRefused }: ConfirmCallProps) {
  // Its words still stand there while the dialog goes.
  const [last, setLast] = useState(confirmed)
  if (confirmed && confirmed !== last) setLast(confirmed)
  const { lastFocus, close } = useReturnFocus(onClose)
  const { run, isBusy } = useAction(
    async ({ call, isDoneWhenGone = false, next }: ConfirmedCall) => {
      await call().catch((thrown: unknown) => {
        if (!isDoneWhenGone || fromThrown(thrown).code !== 'NOT_FOUND') throw thrown
      })
      if (next !== undefined) {
        leaveFor(next)
        await untilLeft()
      }
      close(heading.current)
    },
    { refresh, ...(last && { failure: last.failure, success: last.success }), ...(onRefused && { onRefused }) },
  )
  return (
    <ConfirmDialog
      isOpen={confirmed !== undefined}
      onClose={() => close()}
      lastFocus={lastFocus}
      title={last?.title ?? ''}
      text={last?.text ?? ''}
      action={last?.action ?? ''}
      isDanger={last?.isDanger ?? false}
      isBusy={isBusy}
      onConfirm={() => last && void run(last)}
    />
  )
}

import { useState, type RefObject } from 'react'
import type { AppError } from '#base/errors/app-error.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { navigateAway, untilNavigated } from '#base/lib/form/leave.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useAction } from '../use-action.ts'
import { useReturnFocus } from './use-return-focus.ts'

/** A call with its confirmation and its toasts. */
export interface ConfirmedCall {
  title: string
  text: string
  /** Label of the button. */
  action: string
  isDanger?: boolean
  call: () => Promise<unknown>
  /** NOT_FOUND counts as success, because the object was removed in the meantime. */
  isDoneWhenGone?: boolean
  /** The URL to load afterwards. */
  next?: string | undefined
  /** Title of the toast afterwards, where the page does not show it. */
  success?: string
  failure: string
}

interface ConfirmCallProps {
  /** The call to confirm; the dialog is open while it is set. */
  confirmed: ConfirmedCall | undefined
  onClose: () => void
  /** Receives the focus afterwards, because the button may be removed. */
  heading: RefObject<HTMLElement | null>
  /** Refetches what the call has changed. */
  refresh: () => Promise<unknown>
  onRefused?: (error: AppError) => boolean
}

/** Asks for confirmation, makes the call, and shows the result in a toast. */
export function ConfirmCall({ confirmed, onClose, heading, refresh, onRefused }: ConfirmCallProps) {
  // Keeps the text during the closing animation.
  const [last, setLast] = useState(confirmed)
  if (confirmed && confirmed !== last) setLast(confirmed)
  const { lastFocus, close } = useReturnFocus(onClose)
  const { run, isBusy } = useAction(
    async ({ call, isDoneWhenGone = false, next }: ConfirmedCall) => {
      await call().catch((thrown: unknown) => {
        if (!isDoneWhenGone || fromThrown(thrown).code !== 'NOT_FOUND') throw thrown
      })
      if (next !== undefined) {
        navigateAway(next)
        await untilNavigated()
      }
      close(heading.current)
    },
    {
      refresh,
      ...(last && { failure: last.failure }),
      ...(last?.success !== undefined && { success: last.success }),
      ...(onRefused && { onRefused }),
    },
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

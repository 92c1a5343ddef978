import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { AppError } from '#base/errors/app-error.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { actInTime, Unanswered } from '#base/lib/connection/act-in-time.ts'
import { withReauthentication } from '#base/lib/form/refusal.ts'
import { endToast, prepareToast, toast, toastFailure } from './toast/toast.tsx'
import type { FormProblem } from './form/use-problem.tsx'

interface ActionOptions {
  /** Title of the toast when the call fails; its text says why. */
  failure?: string
  /** The page shows the reason: the toast says only what failed. */
  isExplained?: boolean
  /** Shows why the call failed, instead of a toast. No call is made while it counts down. */
  problem?: FormProblem
  /** Called first when the call fails; true if it has handled the error. */
  onRefused?: (error: AppError, thrown: unknown) => boolean
  /** Refetches what the call has changed. The action is busy until it resolves. */
  refresh?: () => Promise<unknown>
  /** Title of the toast after the call and `refresh`. */
  success?: string
}

export interface Action<Input, Result> {
  /** Makes the call. Resolves to its result; undefined if it failed or one is running. Never throws. */
  run: (input: Input) => Promise<{ result: Result } | undefined>
  isBusy: boolean
}

/**
 * A call made by a button or a form, one at a time, with its toasts and error messages. Without an answer in time it is told
 * that it may have been done, and what is shown is looked at again as soon as the server answers.
 */
export function useAction<Input = void, Result = unknown>(
  call: (input: Input) => Promise<Result>,
  { failure, isExplained = false, problem, onRefused, refresh, success }: ActionOptions,
): Action<Input, Result> {
  // A ref, because `isPending` changes only at the next rendering.
  const isRunning = useRef(false)
  const needsToast = failure !== undefined || success !== undefined
  useEffect(() => (needsToast ? prepareToast() : undefined), [needsToast])

  const lateToast = useId()
  const queryClient = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (input: Input) =>
      withReauthentication(() =>
        actInTime(call(input), {
          onLate: () =>
            void toast({
              type: 'warning',
              id: lateToast,
              title: m.act_late_title(),
              description: m.act_late_text(),
              duration: 10_000,
            }),
          lookAgain: () => (refresh?.() ?? queryClient.invalidateQueries()).catch(() => undefined),
        }),
      ),
    onSuccess: async () => {
      await refresh?.()
      if (success !== undefined) void toast({ type: 'success', title: success })
    },
    onError: async (thrown) => {
      if (thrown instanceof Unanswered) return
      if (onRefused?.(fromThrown(thrown), thrown)) return
      if (failure !== undefined) toastFailure(failure, thrown, { isExplained })
      await problem?.fail(thrown)
    },
  })
  // What is late is told until its end is known.
  const act = (input: Input) => mutateAsync(input).finally(() => void endToast(lateToast))
  const run = async (input: Input) => {
    if (isRunning.current || problem?.isWaiting) return undefined
    isRunning.current = true
    problem?.say()
    const done = await act(input).then(
      (result) => ({ result }),
      () => undefined,
    )
    isRunning.current = false
    return done
  }
  return { run, isBusy: isPending }
}

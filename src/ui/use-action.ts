import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AppError } from '#errors/app-error.ts'
import { fromThrown } from '#errors/local-error.ts'
import { toastFailure } from './toast-failure.ts'
import { prepareToast, toast } from './toast.ts'
import type { FormProblem } from './form/use-problem.tsx'

interface ActionOptions {
  /** The title of the toast when the call fails; its text says why. */
  failure?: string
  /** The page says why, where it stays: the toast only says what failed. */
  isExplained?: boolean
  /** Where a form says why the call failed, instead of a toast. While it counts a limit down, no call is made. */
  problem?: FormProblem
  /** Called first when the call fails; true where it has dealt with it: nothing more is said then. */
  onRefused?: (error: AppError, thrown: unknown) => boolean
  /** Loads anew what the call has changed. The action is busy until it is done. */
  refresh?: () => Promise<unknown>
  /** The title of the toast after the call, and after `refresh`. */
  success?: string
}

export interface Action<Input, Result> {
  /** Makes the call. Answers what came of it; undefined where it failed, or one is under way. Never throws. */
  run: (input: Input) => Promise<{ result: Result } | undefined>
  isBusy: boolean
}

/** A call that a button or a form makes, one at a time, with what the person is told about it. */
export function useAction<Input = void, Result = unknown>(
  call: (input: Input) => Promise<Result>,
  { failure, isExplained = false, problem, onRefused, refresh, success }: ActionOptions,
): Action<Input, Result> {
  // Known at once: `isPending` comes with the next rendering.
  const isRunning = useRef(false)
  const needsToast = failure !== undefined || success !== undefined
  useEffect(() => (needsToast ? prepareToast() : undefined), [needsToast])

  const { mutateAsync, isPending } = useMutation({
    mutationFn: call,
    onSuccess: async () => {
      await refresh?.()
      if (success !== undefined) void toast({ type: 'success', title: success })
    },
    onError: async (thrown) => {
      if (onRefused?.(fromThrown(thrown), thrown)) return
      if (failure !== undefined) toastFailure(failure, thrown, { isExplained })
      await problem?.fail(thrown)
    },
  })
  const run = async (input: Input) => {
    if (isRunning.current || problem?.isWaiting) return undefined
    isRunning.current = true
    problem?.say()
    const done = await mutateAsync(input).then(
      (result) => ({ result }),
      () => undefined,
    )
    isRunning.current = false
    return done
  }
  return { run, isBusy: isPending }
}

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fromThrown, type AppError } from '#lib/app-error.ts'
import { toastFailure } from './toast-failure.ts'
import { prepareToast, toast } from './toast.ts'
import type { FormProblem } from './use-problem.tsx'

interface ActionOptions {
  /** The title of the toast when the call fails; its text says why. */
  failure?: string
  /** The page says why, where it stays: the toast only says what failed. */
  isExplained?: boolean
  /** Where a form says why the call failed, instead of a toast. While it counts a limit down, no call is made. */
  problem?: FormProblem
  /** Called first when the call fails; true where it has dealt with it: nothing more is said then. */
  onRefused?: (error: AppError) => boolean
  /** Loads anew what the call has changed. The action is busy until it is done. */
  refresh?: () => Promise<unknown>
  /** The title of the toast after the call, and after `refresh`. */
  success?: string
}

export interface Action<Input> {
  /** Makes the call and answers whether it succeeded; false also where one is under way. Never throws. */
  run: (input: Input) => Promise<boolean>
  isBusy: boolean
}

/** A call that a button or a form makes, one at a time, with what the person is told about it. */
export function useAction<Input = void>(
  call: (input: Input) => Promise<unknown>,
  { failure, isExplained = false, problem, onRefused, refresh, success }: ActionOptions,
): Action<Input> {
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
      if (onRefused?.(fromThrown(thrown))) return
      if (failure !== undefined) toastFailure(failure, thrown, { isExplained })
      await problem?.fail(thrown)
    },
  })
  const run = async (input: Input) => {
    if (isRunning.current || problem?.isWaiting) return false
    isRunning.current = true
    problem?.say()
    const isDone = await mutateAsync(input).then(
      () => true,
      () => false,
    )
    isRunning.current = false
    return isDone
  }
  return { run, isBusy: isPending }
}

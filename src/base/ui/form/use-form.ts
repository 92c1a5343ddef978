import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type * as z from 'zod/mini'
import { problemsOf } from '#base/i18n/issue-message.ts'
import { problemText, type Problem } from '#base/i18n/problem-text.ts'
import type { AppError } from '#base/errors/app-error.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { isRefusalHandled } from '#base/lib/form/refusal.ts'
import { useAction } from '../use-action.ts'
import type { Unsaved } from './unsaved-forms.ts'
import type { FormProblem } from './use-problem.tsx'

/** Error messages by field of a schema's input. */
export type FormProblems<Input> = Partial<Record<keyof Input & string, string>>

type Leave<Result> = (saved: NonNullable<Result>) => Promise<unknown>

interface FormOptions<Input, Result> extends Partial<Unsaved> {
  /** Validates the input: errors are shown at the fields, and nothing is sent. */
  schema: z.ZodMiniType<Input>
  /** Current values by field, valid or not. */
  values: () => Record<keyof Input, unknown>
  /** Sends the validated input. */
  save: (input: Input) => Promise<Result>
  /** Title of the toast when saving fails without a field error; its text says why, unless `hasReason`. */
  failure?: string
  /** Whether the form shows `reason`. */
  hasReason?: boolean
  /** Shows why saving failed, instead of a toast and of the fields. */
  problem?: FormProblem
  /** Called first when saving fails; true if it has handled the error. */
  onRefused?: (error: AppError) => boolean
  /** Overrides the message of a field's problem. */
  wordOf?: (field: string, problem: Problem) => string | undefined
  /** Initial error messages. */
  problems?: FormProblems<Input>
}

/**
 * A form that is validated by a schema and saved, one submission at a time. Errors are shown at the fields. It has changes while
 * its values are others than when it was shown or last saved, unless `isChanged` says so.
 */
export function useForm<Input extends object, Result = unknown>(options: FormOptions<Input, Result>) {
  const { schema, values, save, failure, hasReason = false, problem, onRefused, wordOf } = options
  const start = useStart(values)
  const [element, setElement] = useState<HTMLFormElement | null>(null)
  const [problems, setProblems] = useState<FormProblems<Input>>(options.problems ?? {})
  const [reason, setReason] = useState<string>()

  /** Shows errors at their fields and focuses the first one. Returns whether there is any. */
  const refuse = (found: Record<string, Problem>): boolean => {
    const next: FormProblems<Input> = {}
    for (const field of fieldsOf(values())) {
      // A problem of an item of a list, such as `subjects.0`, is shown at the list.
      const [, one] = Object.entries(found).find(([path]) => path === field || path.startsWith(`${field}.`)) ?? []
      if (one) next[field] = wordOf?.(field, one) ?? problemText(one)
    }
    setProblems(next)
    focusFirst(element, Object.keys(next))
    return Object.keys(next).length > 0
  }
  const saveThen = async ([input, leave]: [Input, Leave<Result> | undefined]) => {
    const result = await save(input)
    if (result) await leave?.(result)
    return result
  }
  const action = useAction(saveThen, {
    ...(problem && { problem }),
    onRefused: (error) => {
      if (onRefused?.(error) || (!problem && refuse(error.fields))) return true
      if (!hasReason) return false
      if (!isRefusalHandled(error)) setReason(error.message)
      return false
    },
    ...(failure !== undefined && { failure }),
    isExplained: hasReason,
  })
  const submit = async (leave?: Leave<Result>): Promise<{ result: Result } | undefined> => {
    if (action.isBusy) return undefined
    problem?.sayUnlessWaiting()
    setReason(undefined)
    const result = schema.safeParse(values())
    if (!result.success) {
      refuse(problemsOf(result.error.issues))
      return undefined
    }
    setProblems({})
    const done = await action.run([result.data, leave])
    if (done) start.set()
    return done
  }
  return {
    /** Props of the `Form`. */
    props: {
      isChanged: options.isChanged ?? start.isChanged,
      onDiscard: options.onDiscard,
      isDraftSaved: options.isDraftSaved,
      ref: setElement,
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault()
        void submit()
      },
    },
    problems,
    /** Why it was not saved, if no field has an error. */
    reason,
    isBusy: action.isBusy,
    setReason,
    /** Clears the errors of fields that are being edited. */
    clear: (...fields: (keyof Input & string)[]) => {
      problem?.sayUnlessWaiting()
      setProblems((before) => {
        const next = { ...before }
        for (const field of fields) delete next[field]
        return next
      })
    },
    focus: (field: keyof Input & string) => focusFirst(element, [field]),
    /**
     * Validates and saves, and then leaves the page, if it is told how: the form is busy until then, so that a second press on a
     * poor line saves nothing twice. Resolves to the result of `save`; undefined if it failed or is running. Never throws.
     */
    submit,
  }
}

export type FormState<Input extends object, Result = unknown> = ReturnType<typeof useForm<Input, Result>>

/** Tells whether values are others than at the start, which `set` makes those of the next render. */
function useStart(values: () => unknown) {
  const start = useRef<string>(undefined)
  const [, render] = useState(0)
  useEffect(() => {
    start.current ??= JSON.stringify(values())
  })
  return {
    isChanged: () => start.current !== undefined && JSON.stringify(values()) !== start.current,
    set: () => {
      start.current = undefined
      render((count) => count + 1)
    },
  }
}

/** Focuses the first of these fields, in the order of the page. */
function focusFirst(form: HTMLFormElement | null, fields: readonly string[]): void {
  for (const element of form?.elements ?? []) {
    if (!(element instanceof HTMLElement) || !('name' in element)) continue
    if (typeof element.name === 'string' && fields.includes(element.name)) return element.focus()
  }
}

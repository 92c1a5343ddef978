import { useState, type SubmitEvent } from 'react'
import type * as z from 'zod/mini'
import { problemsOf } from '#i18n/issue-message.ts'
import { problemText, type Problem } from '#i18n/problem-text.ts'
import type { AppError } from '#errors/app-error.ts'
import { fieldsOf } from '#lib/fields-of.ts'
import { isRefusalHandled } from '#lib/refusal.ts'
import { useAction } from '../use-action.ts'
import type { FormProblem } from './use-problem.tsx'

/** What is wrong with the fields of a schema's input, in words. */
export type FormProblems<Input> = Partial<Record<keyof Input & string, string>>

interface FormOptions<Input, Result> {
  /** Reads what was typed: what it refuses is said at its fields, and nothing is sent. */
  schema: z.ZodMiniType<Input>
  /** What stands in the form now, by field; also what the schema refuses. */
  values: () => Record<keyof Input, unknown>
  /** Sends what the schema has read. */
  save: (input: Input) => Promise<Result>
  /** The title of the toast when saving fails and no field is to blame; its text says why, unless `hasReason`. */
  failure?: string
  /** The form shows `reason`. */
  hasReason?: boolean
  /** Where the form says why saving failed, instead of a toast and instead of the fields. */
  problem?: FormProblem
  /** Called first when saving fails; true where it has dealt with it. */
  onRefused?: (error: AppError) => boolean
  /** Other words than the usual ones for what is wrong with a field. */
  wordOf?: (field: string, problem: Problem) => string | undefined
  /** What is wrong with the fields at first. */
  problems?: FormProblems<Input>
}

/** A form that is checked by a schema and saved, once at a time. What is wrong is said at its fields. */
export function useForm<Input extends object, Result = unknown>(options: FormOptions<Input, Result>) {
  const { schema, values, save, failure, hasReason = false, problem, onRefused, wordOf } = options
  const [element, setElement] = useState<HTMLFormElement | null>(null)
  const [problems, setProblems] = useState<FormProblems<Input>>(options.problems ?? {})
  const [reason, setReason] = useState<string>()

  /** Says what is wrong with fields of the form; the first of them has the focus. Answers whether there is one. */
  const refuse = (found: Record<string, Problem>): boolean => {
    const next: FormProblems<Input> = {}
    for (const field of fieldsOf(values())) {
      const one = found[field]
      if (one) next[field] = wordOf?.(field, one) ?? problemText(one)
    }
    setProblems(next)
    focusFirst(element, Object.keys(next))
    return Object.keys(next).length > 0
  }
  const action = useAction(save, {
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
  const submit = async (): Promise<{ result: Result } | undefined> => {
    if (action.isBusy) return undefined
    problem?.sayUnlessWaiting()
    setReason(undefined)
    const result = schema.safeParse(values())
    if (!result.success) {
      refuse(problemsOf(result.error.issues))
      return undefined
    }
    setProblems({})
    return action.run(result.data)
  }
  return {
    /** For the `<form>`. */
    props: {
      ref: setElement,
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault()
        void submit()
      },
    },
    problems,
    /** Why it was not saved, where no field is to blame. */
    reason,
    isBusy: action.isBusy,
    setReason,
    /** A field is typed in: what is wrong with it is no longer said. */
    clear: (...fields: (keyof Input & string)[]) => {
      problem?.sayUnlessWaiting()
      setProblems((before) => {
        const next = { ...before }
        for (const field of fields) delete next[field]
        return next
      })
    },
    focus: (field: keyof Input & string) => focusFirst(element, [field]),
    /** Checks and saves. Answers what `save` did; undefined where it was refused, or is under way. Never throws. */
    submit,
  }
}

export type Form<Input extends object, Result = unknown> = ReturnType<typeof useForm<Input, Result>>

/** Focuses the first of these fields, in the order of the page. */
function focusFirst(form: HTMLFormElement | null, fields: readonly string[]): void {
  for (const element of form?.elements ?? []) {
    if (!(element instanceof HTMLElement) || !('name' in element)) continue
    if (typeof element.name === 'string' && fields.includes(element.name)) return element.focus()
  }
}

import '#i18n/more-words.ts'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { problemsOf, type Problem } from '#i18n/check.ts'
import { explain } from '#i18n/error-words.ts'
import { problemText } from '#i18n/words.ts'
import { fromThrown } from '#lib/app-error.ts'
import { isAnswered } from '#lib/refusal.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { useMergedDraft } from '#ui/use-merged-draft.ts'
import { BLANK, draftOf, type UserField, type UserProblems } from './user-draft.ts'
import { userSchema, type User } from './user.schema.ts'

const readUser = (value: unknown): User | undefined => userSchema.safeParse(value).data

/** What a form of a user holds, new or known, and what is wrong with it; it makes one call at a time. */
export function useUserForm(user?: User) {
  const form = useRef<HTMLFormElement>(null)
  const merged = useMergedDraft({ row: user, blank: BLANK, draftOf, read: readUser, keptAs: `user ${user?.id ?? ''}` })
  const [problems, setProblems] = useState<UserProblems>({})
  const [reason, setReason] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isSaving = useRef(false)

  /** Says what is wrong at its fields; the first of them has the focus. Answers whether there was any. */
  const refuse = (found: Record<string, Problem>): boolean => {
    const texts = Object.entries(found).map(([field, problem]) => [field, problemText(problem)])
    setProblems(Object.fromEntries(texts))
    const fields = [...(form.current?.elements ?? [])].filter((one) => one instanceof HTMLInputElement)
    fields.find(({ name }) => name in found)?.focus()
    return texts.length > 0
  }

  return {
    ...merged,
    form,
    problems,
    /** Why nothing was saved, where it is no field's fault. */
    reason,
    isBusy,
    change: (field: UserField, value: string) => {
      merged.change(field, value)
      setProblems({ ...problems, [field]: undefined })
    },
    /** What was typed, as the schema reads it; undefined where it refuses, and then the fields say why. */
    read: <Output>(schema: z.ZodMiniType<Output>, value: unknown): Output | undefined => {
      const result = schema.safeParse(value)
      if (!result.success) refuse(problemsOf(result.error.issues))
      return result.data
    },
    /** Says why a save failed: at its fields, or above the form. */
    fail: (title: string, thrown: unknown) => {
      const error = fromThrown(thrown)
      if (refuse(error.fields)) return
      toastFailure(title, error, { isExplained: true })
      if (!isAnswered(error)) void explain(error).then(setReason)
    },
    say: setReason,
    /** Makes the call, unless one is under way. */
    once: async (call: () => Promise<void>) => {
      if (isSaving.current) return
      isSaving.current = true
      setIsBusy(true)
      setReason(undefined)
      await call().finally(() => {
        isSaving.current = false
        setIsBusy(false)
      })
    },
  }
}

import '#i18n/more-words.ts'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { problemsOf, type Problem } from '#i18n/check.ts'
import { problemText } from '#i18n/words.ts'
import { prepareToast } from '#ui/toast.ts'
import type { UserField, UserProblems } from './user-draft.ts'
import type { UserInput } from './user.schema.ts'

/** What a form of a user holds and what is wrong with it; it makes one call at a time. */
export function useUserForm(start: UserInput) {
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(start)
  const [problems, setProblems] = useState<UserProblems>({})
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
    form,
    draft,
    problems,
    isBusy,
    refuse,
    change: (field: UserField, value: string) => {
      prepareToast()
      setDraft({ ...draft, [field]: value })
      setProblems({ ...problems, [field]: undefined })
    },
    setDraft: (next: UserInput) => {
      setDraft(next)
      setProblems({})
    },
    /** What was typed, as the schema reads it; undefined where it refuses, and then the fields say why. */
    read: <Output>(schema: z.ZodMiniType<Output>, value: unknown): Output | undefined => {
      const result = schema.safeParse(value)
      if (!result.success) refuse(problemsOf(result.error.issues))
      return result.data
    },
    /** Makes the call, unless one is under way. */
    once: async (call: () => Promise<void>) => {
      if (isSaving.current) return
      isSaving.current = true
      setIsBusy(true)
      await call().finally(() => {
        isSaving.current = false
        setIsBusy(false)
      })
    },
  }
}

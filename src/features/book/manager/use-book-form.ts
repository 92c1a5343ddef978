import '#i18n/more-words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { currentUserQuery } from '#features/account/account.data.ts'
import { explain } from '#i18n/error-words.ts'
import { m } from '#i18n/paraglide/messages.js'
import { problemText } from '#i18n/words.ts'
import { fromThrown, type AppError } from '#lib/app-error.ts'
import { takenOver, undecided } from '#lib/draft-merge.ts'
import { isAnswered } from '#lib/refusal.ts'
import { toastMerged } from '#ui/merge-words.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { useMergedDraft } from '#ui/use-merged-draft.ts'
import { createBook, updateBook, useRefreshBooks } from '../book-edit.data.ts'
import { bookSchema, type Book, type BookInput } from '../book.schema.ts'
import { BLANK, checkDraft, draftOf, type BookField, type BookProblems } from './book-draft.ts'
import { labelOf } from './book-form.tsx'

export type BookForm = ReturnType<typeof useBookForm>

const read = (value: unknown): Book | undefined => bookSchema.safeParse(value).data
const NONE: readonly BookField[] = []

/**
 * What the form of a book holds, new or from the version that was opened, and how it is saved: one save at a time, merged
 * with what others save meanwhile.
 */
export function useBookForm(book: Book | undefined, onProblem: (fields: string[]) => void) {
  const refresh = useRefreshBooks()
  const queryClient = useQueryClient()
  const merged = useMergedDraft({ row: book, blank: BLANK, draftOf, read, keptAs: `book ${book?.id ?? ''}` })
  const [problems, setProblems] = useState<BookProblems>({})
  const [missing, setMissing] = useState(NONE)
  const [reason, setReason] = useState<string>()
  const [isGone, setIsGone] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isSaving = useRef(false)

  const refuse = (next: BookProblems) => {
    setProblems(next)
    onProblem(Object.keys(next))
  }

  /** Says what stands in the way of a save. */
  const fail = (error: AppError): undefined => {
    if (book && error.code === 'NOT_FOUND') {
      setIsGone(true)
      return undefined
    }
    const fields = Object.entries(error.fields)
    const isExplained = fields.length === 0
    toastFailure(book && !isGone ? m.book_update_failed() : m.book_create_failed(), error, { isExplained })
    if (!isExplained) refuse(Object.fromEntries(fields.map(([field, problem]) => [field, problemText(problem)])))
    else if (!isAnswered(error)) void explain(error).then(setReason)
    return undefined
  }

  const update = async (input: BookInput): Promise<Book | undefined> => {
    const before = merged.latest().base
    const saved = await merged.save(input, (changes, { id, version }) =>
      updateBook({ data: { ...changes, id, version } }),
    )
    const { base, state, changes } = merged.latest()
    if (saved) {
      const me = queryClient.getQueryData(currentUserQuery.queryKey)?.id
      toastMerged({ fields: takenOver(state), labelOf, changes, me })
    } else if (base === before) setMissing(undecided(state))
    else {
      setMissing(NONE)
      // The lists, and a genre that is new, are asked for anew.
      void refresh(base)
    }
    return saved
  }

  /** Answers the saved book; undefined when it was not, and then the form says why and is as it was. */
  const save = async (): Promise<Book | undefined> => {
    const checked = checkDraft(merged.latest().state.draft)
    if (isSaving.current) return undefined
    setReason(undefined)
    if ('problems' in checked) return void refuse(checked.problems)
    isSaving.current = true
    setIsBusy(true)
    setProblems({})
    const call = book && !isGone ? update : (data: BookInput) => createBook({ data })
    const saved = await call(checked.input).catch((thrown: unknown) => fail(fromThrown(thrown)))
    if (saved) void refresh(saved)
    isSaving.current = false
    setIsBusy(false)
    return saved
  }

  return {
    ...merged,
    missing,
    problems,
    reason,
    isGone,
    isBusy,
    change: (field: BookField, value: string | null) => {
      merged.change(field, value ?? BLANK[field])
      setProblems((before) => ({ ...before, [field]: undefined, ...(field === 'author' && { title: undefined }) }))
    },
    save,
    /** Another book: empty. */
    clear: () => {
      merged.reset(undefined)
      setProblems({})
    },
  }
}

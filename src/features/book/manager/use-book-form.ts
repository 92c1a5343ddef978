import '#i18n/more-words.ts'
import { useRef, useState } from 'react'
import { explain } from '#i18n/error-words.ts'
import { m } from '#i18n/paraglide/messages.js'
import { problemText } from '#i18n/words.ts'
import { fromThrown, type AppError } from '#lib/app-error.ts'
import { isAnswered } from '#lib/refusal.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { prepareToast } from '#ui/toast.ts'
import { createBook, updateBook, useRefreshBooks } from '../book-edit.data.ts'
import { bookSchema, type Book, type BookInput } from '../book.schema.ts'
import { BLANK, checkDraft, differences, draftOf, type BookField, type BookProblems } from './book-draft.ts'

export type BookForm = ReturnType<typeof useBookForm>

/** What the form of a book holds, new or from the version that was opened, and how it is saved: one save at a time. */
export function useBookForm(book: Book | undefined, onProblem: (fields: string[]) => void) {
  const refresh = useRefreshBooks()
  const [start, setStart] = useState(book && draftOf(book))
  const [draft, setDraft] = useState(start ?? BLANK)
  // What was written last, also before it is on the screen: a field that is left writes while the form is cleared.
  const latest = useRef(draft)
  const [problems, setProblems] = useState<BookProblems>({})
  const [reason, setReason] = useState<string>()
  const [theirs, setTheirs] = useState<Book>()
  const [isGone, setIsGone] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isSaving = useRef(false)
  const version = useRef(book?.version ?? 0)

  const write = (next: BookInput) => {
    latest.current = next
    setDraft(next)
  }

  const refuse = (next: BookProblems) => {
    setProblems(next)
    onProblem(Object.keys(next))
  }

  const adopt = (next: Book | undefined) => {
    version.current = next?.version ?? 0
    setStart(next && draftOf(next))
    write(next ? draftOf(next) : BLANK)
    setTheirs(undefined)
    setProblems({})
  }

  /** What stands in the way of a save; answers the book where it is there all the same. */
  const fail = (error: AppError, input: BookInput): Book | undefined => {
    const found = error.code === 'CONFLICT' ? bookSchema.safeParse(error.theirs).data : undefined
    // An earlier save has come through, and only its answer was lost.
    if (found && differences(draftOf(found), input).length === 0) return found
    if (found) return void setTheirs(found)
    if (book && error.code === 'NOT_FOUND') return void setIsGone(true)
    toastFailure(book && !isGone ? m.book_update_failed() : m.book_create_failed(), error)
    const fields = Object.entries(error.fields)
    if (fields.length > 0) refuse(Object.fromEntries(fields.map(([field, problem]) => [field, problemText(problem)])))
    else if (!isAnswered(error)) void explain(error).then(setReason)
    return undefined
  }

  /** Answers the saved book; undefined when it was not, and then the form says why and is as it was. */
  const save = async (from?: Book): Promise<Book | undefined> => {
    const checked = checkDraft(latest.current)
    if (isSaving.current) return undefined
    setReason(undefined)
    if ('problems' in checked) return void refuse(checked.problems)
    isSaving.current = true
    setIsBusy(true)
    setProblems({})
    const { input } = checked
    if (from) version.current = from.version
    const call = () =>
      book && !isGone
        ? updateBook({ data: { ...input, id: book.id, version: version.current } })
        : createBook({ data: input })
    const saved = await call().catch((thrown: unknown) => fail(fromThrown(thrown), input))
    if (saved) void refresh(saved)
    isSaving.current = false
    setIsBusy(false)
    return saved
  }

  return {
    draft,
    problems,
    reason,
    theirs,
    isGone,
    isBusy,
    isDirty: differences(draft, start ?? BLANK).length > 0,
    change: (field: BookField, value: string | null) => {
      prepareToast()
      write({ ...latest.current, [field]: value })
      setProblems((before) => ({ ...before, [field]: undefined, ...(field === 'author' && { title: undefined }) }))
    },
    save,
    /** Another book: empty. */
    clear: () => adopt(undefined),
    takeTheirs: () => adopt(theirs),
  }
}

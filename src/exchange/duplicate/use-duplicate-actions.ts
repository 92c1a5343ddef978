import {
  mergeDuplicates,
  dismissDuplicates,
  restoreDuplicates,
  splitMerge,
  useRefreshDuplicates,
} from '#exchange/duplicate/duplicate.data.ts'
import type { AppError } from '#base/errors/app-error.ts'
import { formatList } from '#base/i18n/format.ts'
import { labelInSentence } from '#base/i18n/field-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import type { Book } from '#catalogue/book/book.schema.ts'
import { bookFields } from '#catalogue/book/book-fields.words.ts'
import type { MergeChoice } from './shared/merge-choice.ts'

/** Milliseconds in which a toast offers to undo. */
const UNDO = 10_000

const offerUndo = (title: string, undo: () => Promise<unknown>) =>
  toast({
    type: 'success',
    title,
    duration: UNDO,
    action: { label: m.duplicates_undo(), onClick: () => void undo() },
  })

/** The calls that merge books, part them again, and say that they are not the same, each with its undo in a toast. */
export function useDuplicateActions() {
  const refresh = useRefreshDuplicates()
  // Another manager has changed, merged or parted the books meanwhile.
  const onRefused = ({ status }: AppError) => {
    if (status === 409 || status === 404) void refresh()
    return false
  }
  const split = useAction(
    (mergeId: string) =>
      splitMerge({ data: { mergeId } }).then(async (result) => {
        await refresh()
        return result
      }),
    { failure: m.duplicates_split_failed(), onRefused },
  )
  const takeApart = async (mergeId: string) => {
    const done = await split.run(mergeId)
    if (!done) return
    const unrestored = done.result.unrestoredFields.flatMap((field) => {
      const words = lookUp<FieldWords>(bookFields, field)
      return words ? [labelInSentence(words)] : []
    })
    void toast({
      type: 'success',
      title: m.duplicates_split(),
      ...(unrestored.length > 0 && { description: m.duplicates_split_kept({ fields: formatList(unrestored) }) }),
    })
  }

  const merge = useAction(
    ({ books, choice }: { books: readonly Book[]; choice: MergeChoice }) =>
      mergeDuplicates({ data: { books: books.map(({ id, version }) => ({ id, version })), ...choice } }),
    { failure: m.duplicates_merge_failed(), onRefused },
  )
  const mergeAll = async (books: readonly Book[], choice: MergeChoice): Promise<boolean> => {
    const done = await merge.run({ books, choice })
    if (!done) return false
    await refresh()
    void offerUndo(m.duplicates_merged(), () => takeApart(done.result.mergeId))
    return true
  }

  const restore = useAction((given: { id: string; others: string[] }) => restoreDuplicates({ data: given }), {
    failure: m.duplicates_restore_failed(),
    refresh: () => refresh(false),
  })
  const dismiss = useAction((given: { id: string; others: string[] }) => dismissDuplicates({ data: given }), {
    failure: m.duplicates_dismiss_failed(),
    refresh: () => refresh(false),
    onRefused,
  })
  const dismissFrom = async (book: Book, others: readonly Book[]) => {
    const given = { id: book.id, others: others.map(({ id }) => id) }
    if (await dismiss.run(given)) void offerUndo(m.duplicates_dismissed(), () => restore.run(given))
  }
  return {
    mergeAll,
    dismissFrom,
    takeApart,
    isMerging: merge.isBusy,
    isDismissing: dismiss.isBusy,
    isSplitting: split.isBusy,
  }
}

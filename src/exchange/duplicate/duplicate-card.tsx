import { useRef, useState } from 'react'
import type { DuplicateGroup } from '#exchange/duplicate/duplicate.schema.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { rowKey } from '#base/ui/list/use-list-keys.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { DuplicateBook } from './duplicate-book.tsx'
import { MergePanel } from './shared/merge-panel.tsx'
import { useDuplicateActions } from './use-duplicate-actions.ts'

interface DuplicateCardProps {
  group: DuplicateGroup
  timeZone: string
  /** Moves the group to the end of the page. */
  onLater: () => void
  /** The group was merged or dismissed: the focus goes on to the next one. */
  onDone: () => void
}

/** Columns of two and of three books; more stand in rows of three. */
const columnsFor = (books: number): string => (books === 2 ? 'md:grid-cols-2' : 'md:grid-cols-2 xl:grid-cols-3')

/** Books that may be the same, side by side: to be merged, told apart, or left for later. */
export function DuplicateCard({ group: { books }, timeZone, onLater, onDone }: DuplicateCardProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { mergeAll, dismissFrom, isMerging, isDismissing } = useDuplicateActions()
  const isPair = books.length === 2
  const shown = formatNumber(books.length)
  const dismiss = async (at: number) => {
    const book = books[at]
    if (!book) return
    await dismissFrom(
      book,
      books.filter((_, other) => other !== at),
    )
    if (isPair) onDone()
  }
  return (
    <article
      aria-label={m.duplicates_group({ count: books.length, shown })}
      className="rounded-md border border-line bg-raised has-[[data-row-key]:focus-visible]:border-accent"
    >
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className={`grid grid-cols-1 ${columnsFor(books.length)}`}>
        {books.map((book, at) => (
          <DuplicateBook
            key={book.id}
            book={book}
            others={books.filter((_, other) => other !== at)}
            timeZone={timeZone}
          >
            {!isPair && !isOpen && (
              <button
                {...blockedInDemo}
                type="button"
                onClick={() => void dismiss(at)}
                className={`${rowActionClass} mt-auto -ms-2 self-start pt-1`}
              >
                {m.duplicates_not_this()}
              </button>
            )}
          </DuplicateBook>
        ))}
      </ul>
      {isOpen ? (
        <MergePanel
          books={books}
          timeZone={timeZone}
          isBusy={isMerging}
          onMerge={(choice) => void mergeAll(books, choice).then((isDone) => isDone && onDone())}
          onCancel={() => {
            setIsOpen(false)
            setTimeout(() => opener.current?.focus())
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2.5 border-t border-line px-4.5 py-3">
          <Button {...rowKey('open')} {...blockedInDemo} ref={opener} onClick={() => setIsOpen(true)}>
            {m.duplicates_merge()}
          </Button>
          {isPair && (
            <Button {...blockedInDemo} look="second" isBusy={isDismissing} onClick={() => void dismiss(0)}>
              {m.duplicates_not_same()}
            </Button>
          )}
          <Button look="ghost" onClick={onLater}>
            {m.duplicates_later()}
          </Button>
        </div>
      )}
    </article>
  )
}

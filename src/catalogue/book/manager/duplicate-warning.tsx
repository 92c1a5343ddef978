import { useQuery } from '@tanstack/react-query'
import { fold } from '#base/lib/search/fold.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { useDebounced } from '#base/ui/use-debounced.ts'
import { useStable } from '#base/ui/use-stable.ts'
import { duplicatesQuery } from '../edit/book-edit.data.ts'
import type { Book } from '../book.schema.ts'
import { BookLink } from '../shared/book-link.tsx'

/** Milliseconds without typing until duplicates are requested. */
const PAUSE = 150
const LONGEST = 1000

interface DuplicateWarningProps {
  draft: Pick<Book, 'title' | 'author' | 'edition' | 'volume'>
  /** The edited book, which is not its own duplicate. */
  id: string | undefined
  /** Leads to the field by which another edition or volume is told apart. */
  onOther: (field: 'edition' | 'volume') => void
}

/** Warns while the user types that the catalogue has this book, or nearly this one. */
export function DuplicateWarning({ draft, id, onOther }: DuplicateWarningProps) {
  const { title, author } = draft
  const text = useDebounced(`${title.slice(0, LONGEST)}\n${author.slice(0, LONGEST)}`, PAUSE)
  const [typedTitle = '', typedAuthor = ''] = text.split('\n')
  const { data, isPending } = useQuery(
    duplicatesQuery({ title: typedTitle, author: typedAuthor, ...(id !== undefined && { id }) }),
  )
  // The shown warning stays until the next response, to prevent jumps at every key.
  const found = useStable(data, isPending) ?? []
  const isTitle = (one: Book) => fold(one.title) === fold(title)
  const isOther = (one: Book) =>
    isTitle(one) && (fold(one.edition) !== fold(draft.edition) || fold(one.volume) !== fold(draft.volume))
  const duplicate = found.find((one) => !isOther(one))
  const isSame = duplicate !== undefined && isTitle(duplicate)
  return (
    <div role="status" className="order-1 empty:hidden sm:col-span-2">
      {duplicate && (
        <p className="flex items-start gap-2.5 rounded-sm border border-transparent bg-accent-soft px-3.5 py-2.5 text-sm">
          <Icon name="alert" className="mt-px size-5 text-warning" />
          <span className="min-w-0 break-words">
            <DuplicateSentence duplicate={duplicate} isSame={isSame} />
            {isSame &&
              (['edition', 'volume'] as const).map((field) => (
                <button
                  key={field}
                  type="button"
                  className="-my-2 ms-2 min-h-11 font-medium text-accent underline underline-offset-4 sm:min-h-9"
                  onClick={() => onOther(field)}
                >
                  {field === 'edition' ? m.book_another_edition() : m.book_another_volume()}
                </button>
              ))}
          </span>
        </p>
      )}
    </div>
  )
}

function DuplicateSentence({ duplicate, isSame }: { duplicate: Book; isSame: boolean }) {
  const { author } = duplicate
  const say = ({ title }: { title: string }) => {
    if (author === '') return isSame ? m.book_duplicate_same_alone({ title }) : m.book_duplicate_near_alone({ title })
    return isSame ? m.book_duplicate_same({ title, author }) : m.book_duplicate_near({ title, author })
  }
  return <BookLink book={duplicate} sentence={say} />
}

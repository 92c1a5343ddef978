import { useQuery } from '@tanstack/react-query'
import { fold } from '#lib/search/fold.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import { useStable } from '#ui/use-stable.ts'
import { duplicatesQuery } from '../edit/book-edit.data.ts'
import type { Book } from '../book.schema.ts'
import { BookLink } from './book-link.tsx'

/** Milliseconds without typing until duplicates are requested. */
const PAUSE = 150
const LONGEST = 1000

interface DuplicateWarningProps {
  title: string
  author: string
  /** The edited book, which is not its own duplicate. */
  id: string | undefined
  /** Leads to the field by which another edition is told apart. */
  onEdition: () => void
}

/** Warns while the user types that the catalogue has this book, or nearly this one. */
export function DuplicateWarning({ title, author, id, onEdition }: DuplicateWarningProps) {
  const text = useDebounced(`${title.slice(0, LONGEST)}\n${author.slice(0, LONGEST)}`, PAUSE)
  const [typedTitle = '', typedAuthor = ''] = text.split('\n')
  const { data, isPending } = useQuery(
    duplicatesQuery({ title: typedTitle, author: typedAuthor, ...(id !== undefined && { id }) }),
  )
  // The shown warning stays until the next response, to prevent jumps at every key.
  const duplicate = useStable(data, isPending)?.[0]
  const isSame = duplicate !== undefined && fold(duplicate.title) === fold(title)
  return (
    <div role="status" className="order-1 empty:hidden sm:col-span-2">
      {duplicate && (
        <p className="flex items-start gap-2.5 rounded-sm border border-transparent bg-accent-soft px-3.5 py-2.5 text-sm">
          <Icon name="alert" className="mt-px size-5 text-warning" />
          <span className="min-w-0 break-words">
            <DuplicateSentence duplicate={duplicate} isSame={isSame} />
            {isSame && (
              <button
                type="button"
                className="-my-2 ms-2 min-h-11 font-medium text-accent underline underline-offset-4 sm:min-h-9"
                onClick={onEdition}
              >
                {m.book_another_edition()}
              </button>
            )}
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

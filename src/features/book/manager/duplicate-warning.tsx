import { useQuery } from '@tanstack/react-query'
import { fold } from '#lib/fold.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import { useStable } from '#ui/use-stable.ts'
import { duplicatesQuery } from '../book-edit.data.ts'
import type { Book } from '../book.schema.ts'
import { BookLink } from './book-link.tsx'

/** Milliseconds after the last key until it is asked for. */
const PAUSE = 150
const LONGEST = 1000

interface TwinWarningProps {
  title: string
  author: string
  /** The book that is edited: no twin of itself. */
  id: string | undefined
}

/** Says while somebody types that the catalogue has this book, or nearly this one, already. */
export function DuplicateWarning({ title, author, id }: TwinWarningProps) {
  const text = useDebounced(`${title.slice(0, LONGEST)}\n${author.slice(0, LONGEST)}`, PAUSE)
  const [asked = '', by = ''] = text.split('\n')
  const { data, isPending } = useQuery(duplicatesQuery({ title: asked, author: by, ...(id !== undefined && { id }) }))
  // The one that is said stays until the next answer is there: nothing jumps at every key.
  const twin = useStable(data, isPending)?.[0]
  return (
    <div role="status" className="order-1 empty:hidden sm:col-span-2">
      {twin && (
        <p className="flex items-start gap-2.5 rounded-sm border border-transparent bg-accent-soft px-3.5 py-2.5 text-sm">
          <Icon name="alert" className="mt-px size-5 text-warning" />
          <span className="min-w-0 break-words">
            <TwinSentence twin={twin} isSame={fold(twin.title) === fold(title)} />
          </span>
        </p>
      )}
    </div>
  )
}

function TwinSentence({ twin, isSame }: { twin: Book; isSame: boolean }) {
  const { author } = twin
  const say = ({ title }: { title: string }) => {
    if (author === '') return isSame ? m.book_twin_same_alone({ title }) : m.book_twin_near_alone({ title })
    return isSame ? m.book_twin_same({ title, author }) : m.book_twin_near({ title, author })
  }
  return <BookLink book={twin} sentence={say} />
}

import { useRef, useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { filterClass } from '#ui/list/filter-class.ts'
import { NO_PUBLISHER } from '../search/book-search.schema.ts'
import { PublisherForm } from './publisher-form.tsx'

interface PublisherFilterProps {
  id: string
  publisher: string | undefined
  onChange: (publisher: string | undefined) => void
}

/** Shows the books of one publisher, which is typed; what is chosen stands here. */
export function PublisherFilter({ id, publisher, onChange }: PublisherFilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const chosen = publisher === NO_PUBLISHER ? m.books_publisher_none() : publisher
  return (
    <>
      <button
        ref={opener}
        id={id}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={`px-3 max-sm:px-2.5 ${filterClass(chosen !== undefined)}`}
      >
        {chosen && <span className="sr-only">{m.book_publisher()}: </span>}
        <span dir="auto" className={`block truncate ${chosen ? 'max-w-40 bar:max-w-28 2xl:max-w-48' : ''}`}>
          {chosen ?? m.books_publisher_all()}
        </span>
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.books_publisher_title()}
        closeLabel={m.common_close()}
        lastFocus={opener}
      >
        <PublisherForm
          publisher={publisher ?? ''}
          onChoose={(next) => {
            setIsOpen(false)
            onChange(next)
          }}
        />
      </Dialog>
    </>
  )
}

import { useRef, useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { filterClass } from '#ui/filter-class.ts'
import { Icon } from '#ui/icon.tsx'
import { NO_PUBLISHER } from '../book-search.schema.ts'
import { PublisherForm } from './publisher-form.tsx'

interface PublisherFilterProps {
  publisher: string | undefined
  onChange: (publisher: string | undefined) => void
}

/** Shows the books of one publisher, which is typed; what is chosen stands here, and can be taken away. */
export function PublisherFilter({ publisher, onChange }: PublisherFilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const chosen = publisher === NO_PUBLISHER ? m.books_publisher_none() : publisher
  return (
    <span className={`inline-flex items-stretch ${filterClass(chosen !== undefined)}`}>
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={`min-w-0 rounded-md ps-3 max-sm:ps-2.5 ${chosen ? 'pe-1' : 'pe-3 max-sm:pe-2.5'}`}
      >
        {chosen && <span className="sr-only">{m.book_publisher()}: </span>}
        <span dir="auto" className={`block truncate ${chosen ? 'max-w-40 bar:max-w-28 2xl:max-w-48' : ''}`}>
          {chosen ?? m.books_publisher_all()}
        </span>
      </button>
      {chosen && (
        <button
          type="button"
          aria-label={m.books_publisher_clear({ publisher: chosen })}
          className="grid w-11 flex-none place-items-center rounded-md"
          onClick={() => {
            onChange(undefined)
            opener.current?.focus()
          }}
        >
          <Icon name="close" className="size-4" />
        </button>
      )}
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
    </span>
  )
}

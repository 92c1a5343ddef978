import { useRef, useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { PublisherForm } from './publisher-form.tsx'

interface PublisherFilterProps {
  publisher: string | undefined
  onChange: (publisher: string | undefined) => void
}

/** Shows the books of one publisher, which is typed; what is chosen stands here, and can be taken away. */
export function PublisherFilter({ publisher, onChange }: PublisherFilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <span
      className={`inline-flex h-11 max-w-full items-stretch rounded-md border text-[0.9rem] font-semibold max-sm:text-[0.85rem] ${publisher ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong bg-raised hover:border-muted'}`}
    >
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={`min-w-0 rounded-md ps-3 max-sm:ps-2.5 ${publisher ? 'pe-1' : 'pe-3 max-sm:pe-2.5'}`}
      >
        {publisher && <span className="sr-only">{m.book_publisher()}: </span>}
        <span dir="auto" className={`block truncate ${publisher ? 'max-w-40 xl:max-w-28 2xl:max-w-48' : ''}`}>
          {publisher ?? m.books_publisher_all()}
        </span>
      </button>
      {publisher && (
        <button
          type="button"
          aria-label={m.books_publisher_clear({ publisher })}
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
          onChoose={(chosen) => {
            setIsOpen(false)
            onChange(chosen || undefined)
          }}
        />
      </Dialog>
    </span>
  )
}

import { useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { filterClass } from '#base/ui/list/filter-class.ts'
import { chosenWord, type FilterControlProps } from '#base/ui/list/list-filters.tsx'
import { PublisherForm } from '../edit/publisher-form.tsx'

/** Filters by a publisher, which is typed; shows the chosen one. */
export function PublisherFilter({ id, filter, onChange }: FilterControlProps) {
  const { value: publisher, label, all } = filter
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const chosen = chosenWord(filter)
  return (
    <>
      <button
        ref={opener}
        id={id}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={`px-3 max-sm:px-2.5 ${filterClass(publisher !== undefined)}`}
      >
        {chosen && <span className="sr-only">{m.common_label({ label })} </span>}
        <span dir="auto" className={`block truncate ${chosen ? 'max-w-40' : ''}`}>
          {chosen ?? (
            <>
              <span className="sm:hidden">{label}</span>
              <span className="max-sm:hidden">{all}</span>
            </>
          )}
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

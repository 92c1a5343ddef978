import { useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { lazyPart } from '#base/ui/lazy-part.tsx'
import { filterClass } from '#base/ui/list/filter-class.ts'
import { isChosen, type ChosenFilters } from './chosen-filters.ts'

const BookFilterDialog = lazyPart(async () => (await import('./book-filter-dialog.tsx')).BookFilterDialog)

interface MoreFiltersProps {
  id?: string
  params: ChosenFilters
  onChange: (next: ChosenFilters) => void
}

/** Opens the form of the less frequent filters, which is loaded then; without script the button is hidden. */
export function MoreFilters({ id, params, onChange }: MoreFiltersProps) {
  // Undefined until the form is first opened.
  const [isOpen, setIsOpen] = useState<boolean>()
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={opener}
        id={id}
        type="button"
        aria-haspopup="dialog"
        aria-label={m.books_filters()}
        title={m.books_filters()}
        onClick={() => setIsOpen(true)}
        className={`grid w-11 flex-none place-items-center noscript:hidden ${filterClass(isChosen(params))}`}
      >
        <Icon name="sliders" />
      </button>
      {isOpen !== undefined && (
        <BookFilterDialog
          params={params}
          isOpen={isOpen}
          opener={opener}
          onClose={() => setIsOpen(false)}
          onChange={onChange}
        />
      )}
    </>
  )
}

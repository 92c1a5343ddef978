import type { RefObject } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { BookFilterForm } from './book-filter-form.tsx'
import type { ChosenFilters } from './chosen-filters.ts'

interface BookFilterDialogProps {
  params: ChosenFilters
  isOpen: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
  onChange: (next: ChosenFilters) => void
}

/** The dialog of the less frequent filters; their page loads it when it is first opened. */
export function BookFilterDialog({ params, isOpen, opener, onClose, onChange }: BookFilterDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.books_filters()}
      closeLabel={m.common_close()}
      lastFocus={opener}
    >
      <BookFilterForm
        params={params}
        onChoose={(next) => {
          onClose()
          onChange(next)
        }}
      />
    </Dialog>
  )
}

import type { RefObject } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { GenreForm } from './genre-form.tsx'
import type { NamedGenre } from './genre.schema.ts'
import { genreWord } from './genre-name.words.ts'

interface GenreDialogProps {
  /** Undefined for a new genre. */
  genre: NamedGenre | undefined
  isOpen: boolean
  onClose: () => void
  onMerge: () => void
  onDelete: () => void
  lastFocus: RefObject<HTMLElement | null>
}

/** A genre, new or known, in a dialog, from which it is merged and deleted too. */
export const GenreDialog = ({ genre, isOpen, onClose, onMerge, onDelete, lastFocus }: GenreDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title={genre ? m.genre_update_title({ name: genreWord(genre) }) : m.genre_new_title()}
    closeLabel={m.common_close()}
    lastFocus={lastFocus}
  >
    <GenreForm genre={genre} onDone={onClose}>
      {genre && (
        <div className="flex flex-wrap gap-3 border-t border-line pt-4">
          <Button {...blockedInDemo} look="second" className="grow" onClick={onMerge}>
            {m.genre_merge_open()}
          </Button>
          <Button {...blockedInDemo} look="second" className="grow text-danger" onClick={onDelete}>
            {m.genre_delete_open()}
          </Button>
        </div>
      )}
    </GenreForm>
  </Dialog>
)

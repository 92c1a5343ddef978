import { useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { fitDraft, useSavedDraft } from '#ui/form/use-saved-draft.ts'
import { genreDraftOf } from './genre-draft.ts'
import { GenreForm } from './genre-form.tsx'
import type { NamedGenre } from './genre.schema.ts'
import { genreWord } from './shared/genre-word.ts'

interface GenreDialogProps {
  /** Undefined for a new one. */
  genre: NamedGenre | undefined
  isOpen: boolean
  onClose: () => void
  onMerge: () => void
  onDelete: () => void
  lastFocus: RefObject<HTMLElement | null>
}

/** A genre, new or known, in a dialog, from which it is merged and deleted too. */
export function GenreDialog({ genre, isOpen, onClose, onMerge, onDelete, lastFocus }: GenreDialogProps) {
  const blank = genreDraftOf(genre)
  const [typed, setTyped] = useState<typeof blank>()
  // The saved values that the draft started from; after a conflict, those of the conflict.
  const [base, setBase] = useState<typeof blank>()
  const drop = () => {
    setTyped(undefined)
    setBase(undefined)
  }
  const isDirty = () => typed !== undefined && JSON.stringify(typed) !== JSON.stringify(blank)
  useSavedDraft(`genre ${genre?.id ?? ''}`, {
    read: () => (isDirty() ? { draft: typed, start: base ?? blank } : undefined),
    restore: (saved) => {
      const { draft, start }: { draft?: unknown; start?: unknown } = Object(saved)
      // Earlier builds saved the draft alone.
      setTyped(fitDraft(blank, draft ?? saved))
      // Another manager may have saved the genre while the page was loaded anew.
      setBase(fitDraft(blank, start))
    },
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={genre ? m.genre_update_title({ name: genreWord(genre) }) : m.genre_new_title()}
      closeLabel={m.common_close()}
      lastFocus={lastFocus}
    >
      <GenreForm
        genre={genre}
        draft={typed ?? blank}
        base={base ?? blank}
        onDraft={(draft, theirs = base ?? blank) => {
          setTyped(draft)
          setBase(theirs)
        }}
        isChanged={isDirty}
        onDiscard={drop}
        onDone={() => {
          flushSync(drop)
          onClose()
        }}
      >
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
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { can } from '#base/auth/permissions.ts'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { fold } from '#base/lib/search/fold.ts'
import type { ComboOption } from '#base/ui/form/use-combo-box.ts'
import { Icon } from '#base/ui/icon.tsx'
import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { createGenre, removeGenre, useRefreshGenres } from '../genre-edit.data.ts'
import type { Genre } from '../genre.schema.ts'
import { genreWord } from '../genre-name.words.ts'

interface Creation {
  onCreated: (id: string) => void
  /** Called when the creation was taken back. */
  onRemoved: (id: string) => void
}

/** Creates a missing genre from its typed name, for users with the permission; the toast takes it back. */
export function useGenreCreation(genres: readonly Genre[], { onCreated, onRemoved }: Creation) {
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const mayCreate = can(me?.role, 'catalogue:genres')
  const refresh = useRefreshGenres()
  const undo = useAction(
    async (id: string) => {
      await removeGenre({ data: { id } })
      onRemoved(id)
      void refresh()
    },
    { failure: m.undo_failed(), success: m.undo_done() },
  )
  const { run, isBusy } = useAction(
    async (name: string) => {
      const added = await createGenre({ data: { name } })
      void refresh(added)
      onCreated(added.id)
      const action = { label: m.books_undo(), onClick: () => void undo.run(added.id) }
      void toast({ type: 'success', title: m.genre_added(), duration: UNDO_TIME, action })
    },
    { failure: m.genre_create_failed() },
  )
  return {
    run,
    isBusy,
    /** The option to create the typed genre; none if it exists, or while one is being created. */
    offer: (text: string): ComboOption[] => {
      const name = text.trim()
      const isThere = genres.some((genre) => fold(genreWord(genre)) === fold(name))
      if (!mayCreate || isThere || isBusy || name === '') return []
      return [
        { id: 'new', label: m.genre_create({ name }), mark: <Icon name="plus" className="me-2 size-4" />, isNew: true },
      ]
    },
    emptyHint: mayCreate ? m.book_genre_none_create() : m.book_genre_none(),
  }
}

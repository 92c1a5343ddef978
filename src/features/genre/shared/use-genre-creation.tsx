import { useSuspenseQuery } from '@tanstack/react-query'
import { can } from '#auth/permissions.ts'
import { currentUserQuery } from '#features/account/account.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fold } from '#lib/fold.ts'
import type { ComboOption } from '#ui/form/use-combo-box.ts'
import { Icon } from '#ui/icon.tsx'
import { useAction } from '#ui/use-action.ts'
import { createGenre, useRefreshGenres } from '../genre-edit.data.ts'
import type { Genre } from '../genre.schema.ts'
import { genreWord } from './genre-word.ts'

/** Creates a missing genre from its typed name, for users with the permission. `onCreated` gets its id. */
export function useGenreCreation(genres: readonly Genre[], onCreated: (id: string) => void) {
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const mayCreate = can(me?.role, 'catalogue:genres')
  const refresh = useRefreshGenres()
  const { run, isBusy } = useAction(
    async (name: string) => {
      const added = await createGenre({ data: { name } })
      void refresh(added)
      onCreated(added.id)
    },
    { failure: m.genre_create_failed(), success: m.genre_added() },
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

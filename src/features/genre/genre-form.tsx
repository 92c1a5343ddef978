import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import type { AppError } from '#errors/app-error.ts'
import { currentUserQuery } from '#features/account/account.data.ts'
import { LANGUAGE_NAMES, locales } from '#i18n/locale.ts'
import { lookUp } from '#lib/list/look-up.ts'
import { UNDO_TIME, useUndoLast } from '#features/activity/undo/undo.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Form } from '#ui/form/form.tsx'
import { changeWord } from '#ui/form/merge-words.ts'
import { Button } from '#ui/button.tsx'
import { DialogCancel } from '#ui/dialog/dialog-cancel.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { toast } from '#ui/toast/toast.tsx'
import {
  changeOf,
  conflictSchema,
  genreDraftOf,
  genreDraftSchema,
  hueOfDraft,
  inputOf,
  rebased,
  type GenreDraft,
} from './genre-draft.ts'
import { createGenre, updateGenre, useRefreshGenres } from './genre-edit.data.ts'
import { GenreHue } from './genre-hue.tsx'
import type { NamedGenre } from './genre.schema.ts'

interface GenreFormProps {
  /** Undefined for a new one. */
  genre: NamedGenre | undefined
  draft: GenreDraft
  /** The genre as the draft began with it. */
  base: GenreDraft
  /** With another base after a conflict. */
  onDraft: (draft: GenreDraft, base?: GenreDraft) => void
  isChanged: () => boolean
  onDiscard: () => void
  onDone: () => void
  /** Stands below the buttons. */
  children?: ReactNode
}

/** The fields of a genre: its name, its names by language, its hue. */
export function GenreForm({ genre, draft, base, isChanged, onDraft, onDiscard, onDone, children }: GenreFormProps) {
  const refresh = useRefreshGenres()
  const undo = useUndoLast('genre')
  // The values in the database, while the form shows that somebody else has changed them.
  const conflict = useRef<GenreDraft>(undefined)
  const changes = useRef<AppError['changes']>(undefined)
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const form = useForm({
    schema: genreDraftSchema,
    isChanged,
    onDiscard,
    isDraftSaved: true,
    values: () => draft,
    save: async (input) => {
      const saved = await (genre
        ? updateGenre({ data: { id: genre.id, ...changeOf(draft, base) } })
        : createGenre({ data: inputOf(input) }))
      await refresh(genre ? undefined : saved)
      void toast(
        genre
          ? { type: 'success', title: m.genre_saved(), duration: UNDO_TIME, action: undo(genre.id) }
          : { type: 'success', title: m.genre_added() },
      )
      onDone()
    },
    failure: genre ? m.genre_update_failed() : m.genre_create_failed(),
    onRefused: ({ theirs, changes: changed }) => {
      changes.current = changed
      const read = conflictSchema.safeParse(theirs)
      conflict.current = read.success ? genreDraftOf(read.data) : undefined
      if (conflict.current) {
        onDraft(rebased(draft, base, conflict.current), conflict.current)
        void refresh()
      }
      return false
    },
    wordOf: (field) => {
      const theirs = lookUp<string | number | null>(conflict.current ?? {}, field)
      if (theirs === undefined || theirs === null) return undefined
      const by = changeWord(changes.current?.[field], me?.id)
      return theirs === '' ? m.genre_changed_to_nothing({ by }) : m.genre_changed({ theirs: String(theirs), by })
    },
  })
  const name = (field: 'name' | `names.${(typeof locales)[number]}`, label: string) => ({
    label,
    name: field,
    dir: 'auto',
    autoComplete: 'off',
    maxLength: 200,
    value: draft[field],
    error: form.problems[field],
    onChange: ({ target }: { target: HTMLInputElement }) => {
      conflict.current = undefined
      onDraft({ ...draft, [field]: target.value })
      form.clear(field)
    },
  })
  const shown = draft.name.trim()
  return (
    <Form {...form.props} className="flex flex-col gap-4">
      <TextField {...name('name', m.genre_name())} hint={m.genre_name_hint()} />
      <fieldset className="grid grid-cols-2 gap-x-3 gap-y-3">
        <legend className="sr-only">{m.genre_names()}</legend>
        {locales.map((language) => (
          <TextField
            key={language}
            {...name(`names.${language}`, LANGUAGE_NAMES[language])}
            placeholder={shown}
            lang={language}
          />
        ))}
      </fieldset>
      <GenreHue
        hue={hueOfDraft(draft)}
        title={shown || m.genre_new_title()}
        error={form.problems.hue}
        onChange={(hue) => onDraft({ ...draft, hue })}
      />
      <div className="grid grid-cols-2 gap-3">
        <DialogCancel />
        <Button type="submit" isBusy={form.isBusy}>
          {genre ? m.genre_save() : m.genre_add()}
        </Button>
      </div>
      {children}
    </Form>
  )
}

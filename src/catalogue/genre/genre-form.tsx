import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useRowForm, type FormNoun } from '#kit/noun/shared/use-row-form.ts'
import { locales } from '#base/i18n/locale.ts'
import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { FieldOf } from '#base/lib/fields-of.ts'
import { unresolvedFields } from '#base/lib/form/draft-merge.ts'
import { Form } from '#base/ui/form/form.tsx'
import { changeWord } from '#base/ui/form/merge-words.ts'
import { Button } from '#base/ui/button.tsx'
import { DialogCancel } from '#base/ui/dialog/dialog-cancel.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import {
  genreDraftFields,
  genreDraftOf,
  genreDraftSchema,
  genreFieldsOf,
  hueOfDraft,
  type GenreDraft,
} from './genre-draft.ts'
import { createGenre, updateGenre } from './genre-edit.data.ts'
import { GenreHue } from './genre-hue.tsx'
import { countedGenreSchema, type CountedGenre } from './genre.schema.ts'
import { genreWord } from './genre-name.words.ts'

const EDITED: FormNoun<CountedGenre, GenreDraft> = {
  kind: 'genre',
  fields: genreDraftFields,
  inputSchema: genreDraftSchema,
  rowSchema: countedGenreSchema,
  nameOf: genreWord,
  draftOf: genreDraftOf,
  create: ({ name, ...others }) => createGenre({ data: { ...genreFieldsOf(others), name } }),
  update: ({ id, version, ...changes }) => updateGenre({ data: { id, version, ...genreFieldsOf(changes) } }),
  failure: (isKnown) => (isKnown ? m.genre_update_failed() : m.genre_create_failed()),
  // A genre that was deleted or merged meanwhile is not added anew: its books have another genre by now.
  onGone: () => false,
}

interface GenreFormProps {
  /** Undefined for a new genre. */
  genre: CountedGenre | undefined
  onDone: () => void
  /** Stands below the buttons. */
  children?: ReactNode
}

/** The fields of a genre: its name, its names by language, its hue. */
export function GenreForm({ genre, onDone, children }: GenreFormProps) {
  const undo = useUndoLast('genre')
  const row = useRowForm(
    {
      ...EDITED,
      tell: ({ id }, description) =>
        void toast({
          type: 'success',
          title: description !== undefined ? m.merged_title() : genre ? m.genre_saved() : m.genre_added(),
          ...(description !== undefined && { description }),
          ...(genre && { duration: UNDO_TIME, action: undo(id) }),
        }),
    },
    genre,
    { hasReason: false },
  )
  const { draft, form, change } = row
  const save = async () => {
    // What others have saved is shown at the field: a second press saves over it.
    for (const field of unresolvedFields(row.latest().state)) row.choose(field, 'mine')
    await form.submit(async () => {
      flushSync(() => row.reset(genre))
      onDone()
    })
    const [first] = unresolvedFields(row.latest().state)
    if (first) form.focus(first)
  }
  const errorAt = (field: FieldOf<GenreDraft>): string | undefined => {
    const conflict = row.state.conflicts[field]
    if (!conflict || conflict.choice) return form.problems[field]
    const by = changeWord(row.changes[field], row.me)
    return conflict.theirs === ''
      ? m.genre_changed_to_nothing({ by })
      : m.genre_changed({ theirs: String(conflict.theirs), by })
  }
  const name = (field: 'name' | `names.${(typeof locales)[number]}`) => ({
    label: genreDraftFields[field].label(),
    name: field,
    dir: 'auto',
    autoComplete: 'off',
    maxLength: 200,
    value: draft[field],
    error: errorAt(field),
    onChange: ({ target }: { target: HTMLInputElement }) => change(field, target.value),
  })
  const shown = draft.name.trim()
  return (
    <Form
      {...form.props}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField {...name('name')} hint={m.genre_name_hint()} />
      <fieldset className="grid grid-cols-2 gap-x-3 gap-y-3">
        <legend className="sr-only">{m.genre_names()}</legend>
        {locales.map((language) => (
          <TextField key={language} {...name(`names.${language}`)} placeholder={shown} lang={language} />
        ))}
      </fieldset>
      <GenreHue
        hue={hueOfDraft(draft)}
        title={shown || m.genre_new_title()}
        error={errorAt('hue')}
        onChange={(hue) => change('hue', hue)}
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

import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentUserQuery } from '#features/account/account.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { FieldWords } from '#lib/noun.ts'
import { lookUp } from '#lib/list/look-up.ts'
import { useForm } from '#ui/form/use-form.ts'
import { useMergedDraft } from '#ui/form/use-merged-draft.ts'
import { createShelf, updateShelf, useRefreshShelves } from '../shelf.data.ts'
import { shelfInputSchema, shelfSchema, type Shelf, type ShelfInput } from '../shelf.schema.ts'
import { shelfFields } from '../shelf.words.ts'

export type ShelfFormState = ReturnType<typeof useShelfForm>

const SOURCE = {
  blank: { ...shelfInputSchema.parse({ name: '-' }), name: '' },
  draftOf: ({ id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...input }: Shelf): ShelfInput =>
    input,
  read: (value: unknown): Shelf | undefined => shelfSchema.safeParse(value).data,
  labelOf: (field: string): string => lookUp<FieldWords>(shelfFields, field)?.label() ?? field,
}

/** The state of the form of a shelf, new or known; merged with what others save meanwhile. */
export function useShelfForm(shelf: Shelf | undefined) {
  const refresh = useRefreshShelves()
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const merged = useMergedDraft({ ...SOURCE, row: shelf, draftKey: `shelf ${shelf?.id ?? ''}`, me: me?.id })
  const [isGone, setIsGone] = useState(false)
  const isKnown = shelf !== undefined && !isGone

  const update = async (input: ShelfInput): Promise<Shelf | undefined> => {
    const saved = await merged.save(input, (changes, { id, version }) =>
      updateShelf({ data: { ...changes, id, version } }),
    )
    void refresh(saved ?? merged.latest().base)
    return saved
  }
  const create = async (input: ShelfInput): Promise<Shelf> => {
    const saved = await createShelf({ data: input })
    void refresh(saved)
    return saved
  }
  const form = useForm({
    schema: shelfInputSchema,
    values: () => merged.latest().state.draft,
    /** The saved shelf; undefined while a conflict waits for a choice. */
    save: isKnown ? update : create,
    failure: m.shelf_save_failed(),
    hasReason: true,
    onRefused: ({ code }) => {
      if (!shelf || code !== 'NOT_FOUND') return false
      setIsGone(true)
      return true
    },
  })
  return {
    ...merged,
    form,
    isGone,
    change: <Field extends keyof ShelfInput>(field: Field, value: ShelfInput[Field]) => {
      merged.change(field, value)
      form.clear(field)
    },
  }
}

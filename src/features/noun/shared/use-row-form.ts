import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { currentUserQuery } from '#features/account/account.data.ts'
import { UNDO_TIME, useUndoLast } from '#features/activity/undo/undo.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { Problem } from '#i18n/problem-text.ts'
import { blankOf, draftWith, type FieldOf } from '#lib/fields-of.ts'
import { lookUp } from '#lib/list/look-up.ts'
import type { FieldWords } from '#lib/noun.ts'
import { useForm } from '#ui/form/use-form.ts'
import { useMergedDraft } from '#ui/form/use-merged-draft.ts'
import { toast } from '#ui/toast/toast.tsx'
import type { RowValue } from './field-list.tsx'
import { useRowCache, type PagedNoun } from './row-query.ts'

export type Fields = Record<string, RowValue>

// A type, for what the API answers has no other fields.
export type StoredRow = { id: string; version: number; createdAt: Date }

/** What a form needs to know of its noun. */
export interface FormNoun<Row extends Input & StoredRow, Input extends Fields> {
  kind: PagedNoun
  fields: Readonly<Record<FieldOf<Input>, FieldWords>>
  inputSchema: z.ZodMiniType<Input> & { shape: Record<FieldOf<Input>, z.ZodMiniType> }
  rowSchema: z.ZodMiniType<Row>
  nameOf: (row: Row) => string
  create: (input: Input) => Promise<Row>
  /** The words of problems that only this noun has. */
  problem?: (problem: Problem) => string | undefined
  update: (change: Partial<Input> & { id: string; version: number }) => Promise<Row>
}

export type RowForm<Row extends Input & StoredRow, Input extends Fields> = ReturnType<typeof useRowForm<Row, Input>>

/**
 * The state of the form of a row, new or known: merged with what others save meanwhile, and saved as a new one where it
 * was deleted. A save can be taken back.
 */
export function useRowForm<Row extends Input & StoredRow, Input extends Fields>(
  noun: FormNoun<Row, Input>,
  row: Row | undefined,
  start?: Partial<Input>,
) {
  const { kind, fields, inputSchema, rowSchema, nameOf } = noun
  const cache = useRowCache(kind)
  const undo = useUndoLast(kind)
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const merged = useMergedDraft<Row, Input>({
    row,
    blank: { ...blankOf<Input>(inputSchema.shape), ...start },
    draftOf: (one) => draftWith<Input>(fields, (field) => one[field]),
    read: (value) => rowSchema.safeParse(value).data,
    labelOf: (field) => lookUp<FieldWords>(fields, field)?.label() ?? field,
    draftKey: `${kind} ${row?.id ?? ''}`,
    me: me?.id,
  })
  const [isGone, setIsGone] = useState(false)
  const sayDone = (saved: Row, description?: string) => {
    void toast({
      type: 'success',
      title: description === undefined ? m.noun_saved({ name: nameOf(saved) }) : m.merged_title(),
      ...(description !== undefined && { description }),
      duration: UNDO_TIME,
      action: undo(saved.id),
    })
  }
  const update = async (input: Input): Promise<Row | undefined> => {
    const saved = await merged.save(
      input,
      (changes, { id, version }) => noun.update({ ...changes, id, version }),
      sayDone,
    )
    void cache.saved(saved ?? merged.latest().base)
    return saved
  }
  const create = async (input: Input): Promise<Row> => {
    const saved = await noun.create(input)
    sayDone(saved)
    void cache.saved(saved)
    return saved
  }
  const form = useForm({
    schema: inputSchema,
    isChanged: () => merged.isDirty,
    isDraftSaved: true,
    values: () => merged.latest().state.draft,
    /** The saved row; undefined while a conflict waits for a choice. */
    save: row !== undefined && !isGone ? update : create,
    failure: m.noun_save_failed(),
    hasReason: true,
    wordOf: (_, problem) => noun.problem?.(problem),
    onRefused: ({ code }) => {
      if (!row || code !== 'NOT_FOUND') return false
      setIsGone(true)
      return true
    },
  })
  return {
    ...merged,
    form,
    isGone,
    change: <Field extends FieldOf<Input>>(field: Field, value: Input[Field]) => {
      merged.change(field, value)
      form.clear(field)
    },
  }
}

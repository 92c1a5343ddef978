import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { currentUserQuery } from '#kit/me/me.data.ts'
import type { AppError } from '#base/errors/app-error.ts'
import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { Problem } from '#base/i18n/problem-text.ts'
import { blankOf, type FieldOf } from '#base/lib/fields-of.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { useForm } from '#base/ui/form/use-form.ts'
import { useMergedDraft } from '#base/ui/form/use-merged-draft.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import type { RecordedNoun } from '#nouns.ts'
import type { RowValue } from './field-list.tsx'
import { useRowCache } from './row-query.ts'

export type Fields = Record<string, RowValue>

export interface StoredRow {
  id: string
  version: number
}

/** What a form needs to know of its noun. */
export interface FormNoun<Row extends StoredRow, Input extends Fields> {
  kind: RecordedNoun
  fields: Readonly<Record<FieldOf<Input>, FieldWords>>
  inputSchema: z.ZodMiniType<Input> & { shape: Record<FieldOf<Input>, z.ZodMiniType> }
  rowSchema: z.ZodMiniType<Row>
  nameOf: (row: Row) => string
  /** What the form shows of a row. */
  draftOf: (row: Row) => Input
  create: (input: Input) => Promise<Row>
  /** The words of problems that only this noun has. */
  problem?: (problem: Problem, field: string) => string | undefined
  update: (change: Partial<Input> & { id: string; version: number }) => Promise<Row>
  /** Title of the message where saving fails, if not the usual one. */
  failure?: (isKnown: boolean) => string
  /** Says that a row is saved, and what was merged with it, if not as usual. */
  tell?: (saved: Row, merged: string | undefined) => void
  /** Says that the row was deleted meanwhile; returns whether it has. Without `onGone` a new row can be saved. */
  onGone?: (say: (reason: string) => void) => boolean
  /** Restores a row that was deleted meanwhile, before it is saved: false where it could not; undefined saves a new row. */
  restore?: (row: Row) => Promise<boolean | undefined>
  /** Called first where saving fails. */
  onRefused?: (error: AppError) => void
}

interface FormOptions<Input> {
  /** What is known of a new row. */
  start?: Partial<Input> | undefined
  /** Whether the form shows `reason`; else a toast says why saving failed. */
  hasReason?: boolean
}

export type RowForm<Row extends StoredRow, Input extends Fields> = ReturnType<typeof useRowForm<Row, Input>>

/**
 * The state of the form of a row, new or known: merged with what others save meanwhile, and saved as a new one where it
 * was deleted. A save can be taken back.
 */
export function useRowForm<Row extends StoredRow, Input extends Fields>(
  noun: FormNoun<Row, Input>,
  row: Row | undefined,
  { start, hasReason = true }: FormOptions<Input> = {},
) {
  const { kind, fields, inputSchema, rowSchema, draftOf, nameOf } = noun
  const cache = useRowCache(kind)
  const undo = useUndoLast(kind)
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const merged = useMergedDraft<Row, Input>({
    row,
    blank: { ...blankOf<Input>(inputSchema.shape), ...start },
    draftOf,
    read: (value) => rowSchema.safeParse(value).data,
    labelOf: (field) => lookUp<FieldWords>(fields, field)?.label() ?? field,
    draftKey: `${kind} ${row?.id ?? ''}`,
    me: me?.id,
  })
  const [isGone, setIsGone] = useState(false)
  const sayDone = (saved: Row, description?: string) => {
    if (noun.tell) return noun.tell(saved, description)
    return void toast({
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
  const saveGone = async (gone: Row, input: Input): Promise<Row | undefined> => {
    const isRestored = await noun.restore?.(gone)
    if (isRestored === undefined) return create(input)
    if (!isRestored) return undefined
    setIsGone(false)
    return update(input)
  }
  const form = useForm({
    schema: inputSchema,
    isChanged: () => merged.isDirty,
    onDiscard: () => merged.reset(merged.latest().base),
    isDraftSaved: true,
    values: () => merged.latest().state.draft,
    /** The saved row; undefined while a conflict waits for a choice. */
    save: (input: Input) => (row === undefined ? create(input) : isGone ? saveGone(row, input) : update(input)),
    failure: noun.failure?.(row !== undefined && !isGone) ?? m.noun_save_failed(),
    hasReason,
    wordOf: (field, problem) => noun.problem?.(problem, field),
    onRefused: (error): boolean => {
      noun.onRefused?.(error)
      if (!row || error.code !== 'NOT_FOUND') return false
      if (noun.onGone) return noun.onGone(form.setReason)
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

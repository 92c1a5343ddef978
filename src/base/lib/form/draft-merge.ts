import { fieldsOf, type FieldOf } from '../fields-of.ts'
import { isSameValue } from './is-same-value.ts'

/** Whose value of a conflicting field is saved. */
export type Side = 'mine' | 'theirs'

/** A field that both sides changed to different values since the form was opened. */
interface Conflict<Value> {
  mine: Value
  theirs: Value
  /** Absent until the user chooses. */
  choice?: Side
}

type Conflicts<Draft> = { [Field in FieldOf<Draft>]?: Conflict<Draft[Field]> }

/** State of a form: a three-way merge of the values it was opened with, the user's, and those saved by others. */
export interface DraftState<Draft> {
  /** The values that the form was opened with, or that others have saved since. */
  start: Draft
  /** The values in the form. */
  draft: Draft
  conflicts: Conflicts<Draft>
  /** Fields that only others changed; the form shows their values. */
  merged: readonly FieldOf<Draft>[]
}

export const openDraft = <Draft extends object>(start: Draft): DraftState<Draft> => ({
  start,
  draft: start,
  conflicts: {},
  merged: [],
})

/** Sets a field. In a conflict this chooses the typed value. */
export function setField<Draft extends object, Field extends FieldOf<Draft>>(
  state: DraftState<Draft>,
  field: Field,
  value: Draft[Field],
): DraftState<Draft> {
  const conflict = state.conflicts[field]
  return {
    ...state,
    draft: { ...state.draft, [field]: value },
    ...(conflict && {
      conflicts: { ...state.conflicts, [field]: { ...conflict, mine: value, choice: 'mine' } },
    }),
  }
}

/** Chooses one side of a conflict for the form; keeps the other, so that the choice can be changed. */
export function chooseSide<Draft extends object>(
  state: DraftState<Draft>,
  field: FieldOf<Draft>,
  choice: Side,
): DraftState<Draft> {
  const conflict = state.conflicts[field]
  if (!conflict) return state
  return {
    ...state,
    draft: { ...state.draft, [field]: conflict[choice] },
    conflicts: { ...state.conflicts, [field]: { ...conflict, choice } },
  }
}

/** The conflicts, each with its field. */
export const conflictsOf = <Draft extends object>({ conflicts }: DraftState<Draft>) =>
  fieldsOf<Draft>(conflicts as Draft).flatMap((field) => (conflicts[field] ? [{ field, ...conflicts[field] }] : []))

/** The fields in conflict without a choice. */
export const unresolvedFields = <Draft extends object>(state: DraftState<Draft>): FieldOf<Draft>[] =>
  conflictsOf(state).flatMap(({ field, choice }) => (choice === undefined ? [field] : []))

export const isChanged = <Draft extends object>({ start, draft }: DraftState<Draft>): boolean =>
  fieldsOf(start).some((field) => !isSameValue(draft[field], start[field]))

/**
 * The changed fields to save: `input` is the draft parsed by its schema. Omits a field that the user did not touch,
 * even if the schema would normalise it.
 */
export function changedFields<Draft extends object>({ start, draft }: DraftState<Draft>, input: Draft): Partial<Draft> {
  const changed: Partial<Draft> = {}
  for (const field of fieldsOf(start))
    if (!isSameValue(draft[field], start[field]) && !isSameValue(input[field], start[field]))
      changed[field] = input[field]
  return changed
}

/**
 * Rebases the form on `theirs`, which others have saved. A field that one side changed keeps that value; one that both
 * changed differently keeps mine and is in conflict until the user chooses. The next save starts from `theirs`.
 */
export function rebaseDraft<Draft extends object>(
  state: DraftState<Draft>,
  input: Draft,
  theirs: Draft,
): DraftState<Draft> {
  const { start } = state
  const mine = { ...start, ...changedFields(state, input) }
  const draft = { ...theirs }
  const conflicts: Conflicts<Draft> = {}
  const merged = new Set(state.merged.filter((field) => isSameValue(mine[field], start[field])))
  for (const field of fieldsOf(start)) {
    const isMine = !isSameValue(mine[field], start[field])
    const isTheirs = !isSameValue(theirs[field], start[field])
    if (isMine) draft[field] = mine[field]
    else if (isTheirs) merged.add(field)
    if (isMine && isTheirs && !isSameValue(mine[field], theirs[field]))
      conflicts[field] = { mine: mine[field], theirs: theirs[field] }
  }
  return { start: theirs, draft, conflicts, merged: [...merged] }
}

/** Fields in the form that hold a value merged from others. */
export const mergedFields = <Draft extends object>({ start, draft, merged }: DraftState<Draft>): FieldOf<Draft>[] =>
  merged.filter((field) => isSameValue(draft[field], start[field]))

import { fieldsOf, type FieldOf } from './fields-of.ts'

/** Whose value of a field is saved. */
export type Side = 'mine' | 'theirs'

/** A field that both sides changed since the form was opened, each to something else. */
interface Conflict<Value> {
  mine: Value
  theirs: Value
  /** Absent until it is chosen. */
  choice?: Side
}

type Conflicts<Draft> = { [Field in FieldOf<Draft>]?: Conflict<Draft[Field]> }

/** What a form holds: a three-way merge of what it was opened with, what was typed, and what others saved meanwhile. */
export interface DraftState<Draft> {
  /** What the form was opened with, or what others have saved since. */
  start: Draft
  /** What stands in the form. */
  draft: Draft
  conflicts: Conflicts<Draft>
  /** Fields that only others changed: their values stand in the form. */
  merged: readonly FieldOf<Draft>[]
}

export const opened = <Draft extends object>(start: Draft): DraftState<Draft> => ({
  start,
  draft: start,
  conflicts: {},
  merged: [],
})

/** A field is typed in. Where it is in conflict, what is typed there is what is saved. */
export function typed<Draft extends object, Field extends FieldOf<Draft>>(
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

/** One side of a conflict is chosen, and stands in the form; the other is kept for a change of mind. */
export function chosen<Draft extends object>(
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

/** The fields in conflict of which no side is chosen yet. */
export const undecided = <Draft extends object>(state: DraftState<Draft>): FieldOf<Draft>[] =>
  conflictsOf(state).flatMap(({ field, choice }) => (choice === undefined ? [field] : []))

export const isChanged = <Draft extends object>({ start, draft }: DraftState<Draft>): boolean =>
  fieldsOf(start).some((field) => draft[field] !== start[field])

/**
 * The fields that were changed in the form, as they are saved: `input` is the draft after its schema has read it. A field
 * that was not touched is not among them, even where its schema would write it in another way.
 */
export function changedFields<Draft extends object>({ start, draft }: DraftState<Draft>, input: Draft): Partial<Draft> {
  const changed: Partial<Draft> = {}
  for (const field of fieldsOf(start))
    if (draft[field] !== start[field] && input[field] !== start[field]) changed[field] = input[field]
  return changed
}

/**
 * Others have saved `theirs` meanwhile. What only one side changed stands in the new draft; of what both changed to
 * something else mine does, in conflict until a side is chosen. The next save starts from `theirs`.
 */
export function rebased<Draft extends object>(
  state: DraftState<Draft>,
  input: Draft,
  theirs: Draft,
): DraftState<Draft> {
  const { start } = state
  const mine = { ...start, ...changedFields(state, input) }
  const draft = { ...theirs }
  const conflicts: Conflicts<Draft> = {}
  const merged = new Set(state.merged.filter((field) => mine[field] === start[field]))
  for (const field of fieldsOf(start)) {
    const isMine = mine[field] !== start[field]
    const isTheirs = theirs[field] !== start[field]
    if (isMine) draft[field] = mine[field]
    else if (isTheirs) merged.add(field)
    if (isMine && isTheirs && mine[field] !== theirs[field])
      conflicts[field] = { mine: mine[field], theirs: theirs[field] }
  }
  return { start: theirs, draft, conflicts, merged: [...merged] }
}

/** What was taken over from others and still stands in the form. */
export const takenOver = <Draft extends object>({ start, draft, merged }: DraftState<Draft>): FieldOf<Draft>[] =>
  merged.filter((field) => draft[field] === start[field])

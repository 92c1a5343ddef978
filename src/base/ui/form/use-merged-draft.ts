import { useRef, useState } from 'react'
import type { LastChange } from '#base/errors/app-error.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import * as merge from '#base/lib/form/draft-merge.ts'
import { mergedText, toastMerged } from './merge-words.ts'
import { fitDraft, useSavedDraft } from './use-saved-draft.ts'

interface Source<Row, Draft> {
  /** The row as it was opened; undefined for a new one. */
  row: Row | undefined
  blank: Draft
  draftOf: (row: Row) => Draft
  /** Parses a row; undefined for an invalid one. */
  read: (value: unknown) => Row | undefined
  labelOf: (field: string) => string
  /** Key of the draft that is saved over a reload. */
  draftKey: string
  /** Id of the current user. */
  me: string | undefined
}

interface Held<Row, Draft> {
  /** The row that the next save is based on. */
  base: Row | undefined
  state: merge.DraftState<Draft>
  changes: Record<string, LastChange>
}

const NONE: readonly string[] = []
/** Maximum number of consecutive conflicts before a save is given up. */
const MOST_TRIES = 5

/**
 * The draft of a form, merged with concurrent changes. `save` sends only fields that were changed here. After a
 * conflict, fields that one side changed are merged and saved; fields that both changed need a choice.
 */
export function useMergedDraft<Row, Draft extends object>(source: Source<Row, Draft>) {
  const { row, blank, draftOf, read, labelOf, draftKey, me } = source
  const start = (next: Row | undefined): Held<Row, Draft> => ({
    base: next,
    state: merge.openDraft(next ? draftOf(next) : blank),
    changes: {},
  })
  const [held, setHeld] = useState(() => start(row))
  const [missing, setMissing] = useState<readonly string[]>(NONE)
  // The latest draft, also before it is rendered: leaving a field may write while the form is cleared.
  const latest = useRef(held)

  const write = (next: Held<Row, Draft>) => {
    latest.current = next
    setHeld(next)
  }
  useSavedDraft(draftKey, {
    read: () => {
      const { base, state } = latest.current
      if (!merge.isChanged(state)) return undefined
      if (!row || merge.unresolvedFields(state).length === 0) return { base, start: state.start, draft: state.draft }
      // Fields that need a choice must be asked about again, so the next save starts from the first version.
      const first = draftOf(row)
      return { base: row, start: first, draft: { ...first, ...merge.changedFields(state, state.draft) } }
    },
    restore: (saved) => {
      const before = savedParts(saved)
      // A saved row of another build may be invalid: the draft is then applied to the current row.
      const next = start(read(before.base) ?? row)
      const { draft } = next.state
      const typed = fitDraft(draft, before.draft)
      const changes = merge.changedFields({ ...merge.openDraft(fitDraft(draft, before.start)), draft: typed }, typed)
      write({ ...next, state: { ...next.state, draft: { ...draft, ...changes } } })
    },
  })
  const writeState = (state: merge.DraftState<Draft>) => write({ ...latest.current, state })

  return {
    ...held,
    labelOf,
    me,
    /** Fields without a choice at the last attempt to save. */
    missing,
    draft: held.state.draft,
    isDirty: merge.isChanged(held.state),
    latest: () => latest.current,
    change: <Field extends keyof Draft & string>(field: Field, value: Draft[Field]) =>
      writeState(merge.setField(latest.current.state, field, value)),
    choose: (field: keyof Draft & string, side: merge.Side) =>
      writeState(merge.chooseSide(latest.current.state, field, side)),
    /** Resets the draft to this row, or to a blank one. */
    reset: (next: Row | undefined) => write(start(next)),
    /**
     * Resolves to the saved row; undefined if a side must be chosen first. Throws an AppError if it cannot be saved.
     * `tell` shows that it was saved, and in the same toast what was merged: two toasts would hide each other.
     */
    save: async <SavedRow extends Row>(
      input: Draft,
      call: Call<Row, Draft, SavedRow>,
      tell: (saved: Row | SavedRow, merged: string | undefined) => void = (_, merged) => toastMerged(merged),
    ) => {
      const before = latest.current.base
      const saved = await saveMerged({ input, call, read, draftOf, latest: () => latest.current, write })
      const { base, state, changes } = latest.current
      if (saved) tell(saved, mergedText({ fields: merge.mergedFields(state), labelOf, changes, me }))
      else setMissing(base === before ? merge.unresolvedFields(state) : NONE)
      return saved
    },
  }
}

const savedParts = (saved: unknown): { base?: unknown; start?: unknown; draft?: unknown } =>
  typeof saved === 'object' && saved !== null ? saved : {}

type Call<Row, Draft, SavedRow> = (changes: Partial<Draft>, base: Row) => Promise<SavedRow>

interface Saving<Row, Draft, SavedRow> extends Pick<Source<Row, Draft>, 'read' | 'draftOf'> {
  input: Draft
  call: Call<Row, Draft, SavedRow>
  latest: () => Held<Row, Draft>
  write: (next: Held<Row, Draft>) => void
}

async function saveMerged<Row, Draft extends object, SavedRow extends Row>(
  saving: Saving<Row, Draft, SavedRow>,
  tries = MOST_TRIES,
): Promise<Row | SavedRow | undefined> {
  const { input, call, latest, write, read, draftOf } = saving
  const { base, state } = latest()
  if (base === undefined || merge.unresolvedFields(state).length > 0) return undefined
  const mine = merge.changedFields(state, input)
  // Nothing left to save: the response of an earlier save was lost, or others saved the same.
  if (Object.keys(mine).length === 0) return base
  try {
    return await call(mine, base)
  } catch (thrown) {
    const error = fromThrown(thrown)
    const theirs = error.code === 'CONFLICT' ? read(error.theirs) : undefined
    if (!theirs || tries === 0) throw error
    const next = merge.rebaseDraft(state, input, draftOf(theirs))
    write({ base: theirs, state: next, changes: error.changes ?? {} })
    return saveMerged({ ...saving, input: next.draft }, tries - 1)
  }
}

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changedFields,
  chooseSide,
  isChanged,
  openDraft,
  rebaseDraft,
  mergedFields,
  setField,
  unresolvedFields,
} from './draft-merge.ts'

const FIELDS = ['title', 'author', 'publisher', 'genreId'] as const
type Field = (typeof FIELDS)[number]
type Draft = Record<Field, string | null>

// Few values, so that two people often type the same.
const value = fc.constantFrom('', 'a', 'b', 'c', null)
const draft: fc.Arbitrary<Draft> = fc.record({ title: value, author: value, publisher: value, genreId: value })

const typedAll = (start: Draft, mine: Draft) =>
  FIELDS.reduce(
    (state, field) => (mine[field] === start[field] ? state : setField(state, field, mine[field])),
    openDraft(start),
  )

describe('The merge of the opened, the typed and the saved values', () => {
  test('no change of either side is lost, and only real conflicts are asked about', () => {
    fc.assert(
      fc.property(draft, draft, draft, (start, mine, theirs) => {
        const state = rebaseDraft(typedAll(start, mine), mine, theirs)
        for (const field of FIELDS) {
          const [isMine, isTheirs] = [mine[field] !== start[field], theirs[field] !== start[field]]
          const isConflict = isMine && isTheirs && mine[field] !== theirs[field]
          expect(state.draft[field]).toBe(isMine ? mine[field] : theirs[field])
          expect(state.conflicts[field]).toEqual(isConflict ? { mine: mine[field], theirs: theirs[field] } : undefined)
          expect(mergedFields(state).includes(field)).toBe(isTheirs && !isMine)
          // Only my changes are sent next.
          const sent = changedFields(state, state.draft)
          expect(field in sent).toBe(isMine && mine[field] !== theirs[field])
        }
        expect(state.start).toEqual(theirs)
      }),
    )
  })

  test('each conflict takes the chosen side, which can be changed', () => {
    fc.assert(
      fc.property(
        draft,
        draft,
        draft,
        fc.array(fc.tuple(fc.constantFrom(...FIELDS), fc.boolean())),
        (start, mine, theirs, choices) => {
          let state = rebaseDraft(typedAll(start, mine), mine, theirs)
          const open = unresolvedFields(state)
          const last = new Map<Field, boolean>()
          for (const [field, isMine] of choices) {
            state = chooseSide(state, field, isMine ? 'mine' : 'theirs')
            if (open.includes(field)) last.set(field, isMine)
          }
          for (const [field, isMine] of last) expect(state.draft[field]).toBe(isMine ? mine[field] : theirs[field])
          expect(unresolvedFields(state)).toEqual(open.filter((field) => !last.has(field)))
        },
      ),
    )
  })

  test('typing in a field that is in conflict decides it', () => {
    const start = { title: 'a', author: '', publisher: '', genreId: null }
    const mine = setField(openDraft<Draft>(start), 'title', 'b')
    const conflict = chooseSide(rebaseDraft(mine, mine.draft, { ...start, title: 'c' }), 'title', 'theirs')
    const state = setField(conflict, 'title', 'd')
    expect(unresolvedFields(state)).toEqual([])
    expect(changedFields(state, state.draft)).toEqual({ title: 'd' })
    expect(chooseSide(state, 'title', 'theirs').draft.title).toBe('c')
  })

  test('a field that its schema writes in another way is no change unless it was touched', () => {
    const start = { role: 'user, admin', name: 'Ama' }
    const state = setField(openDraft(start), 'name', ' Ama ')
    expect(changedFields(state, { role: 'admin,user', name: 'Ama' })).toEqual({})
    expect(isChanged(state)).toBe(true)
  })
})

interface Editor {
  state: ReturnType<typeof openDraft<Draft>>
  version: number
  /** Of each field all values that stood in front of this person. */
  seen: Record<Field, Set<string | null>>
}

test('Concurrent saves in any order never overwrite a value that the user has not seen', () => {
  const step = fc.record({
    who: fc.nat({ max: 2 }),
    what: fc.constantFrom('type' as const, 'save' as const, 'open' as const),
    field: fc.constantFrom(...FIELDS),
    choice: fc.constantFrom('mine' as const, 'theirs' as const),
  })
  fc.assert(
    fc.property(draft, fc.array(step, { minLength: 5, maxLength: 60 }), (first, steps) => {
      const store = { row: first, version: 1 }
      let typings = 0
      const open = (): Editor => ({
        state: openDraft(store.row),
        version: store.version,
        seen: {
          title: new Set([store.row.title]),
          author: new Set([store.row.author]),
          publisher: new Set([store.row.publisher]),
          genreId: new Set([store.row.genreId]),
        },
      })
      const editors = [open(), open(), open()]
      const save = (editor: Editor): void => {
        if (unresolvedFields(editor.state).length > 0) return
        const sent = changedFields(editor.state, editor.state.draft)
        if (Object.keys(sent).length === 0) return
        if (editor.version === store.version) {
          for (const field of FIELDS) if (field in sent) expect(editor.seen[field]).toContain(store.row[field])
          store.row = { ...store.row, ...sent }
          store.version += 1
          editor.state = openDraft(store.row)
          editor.version = store.version
          for (const field of FIELDS) editor.seen[field].add(store.row[field])
          return
        }
        editor.state = rebaseDraft(editor.state, editor.state.draft, store.row)
        editor.version = store.version
        for (const field of unresolvedFields(editor.state)) editor.seen[field].add(store.row[field])
        for (const field of mergedFields(editor.state)) editor.seen[field].add(store.row[field])
        save(editor)
      }
      for (const { who, what, field, choice } of steps) {
        const editor = editors[who]
        if (!editor) continue
        if (what === 'open') editors[who] = open()
        else if (what === 'save') save(editor)
        else if (unresolvedFields(editor.state).includes(field)) editor.state = chooseSide(editor.state, field, choice)
        else editor.state = setField(editor.state, field, `typed ${typings++}`)
      }
    }),
    { numRuns: 500 },
  )
})

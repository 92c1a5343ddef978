import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import { choiceInput, FlagInput } from '#base/ui/form/inputs.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { batchWords } from '#kit/batch/shared/batch-words.ts'
import { BookFieldInput, labelOf } from '#catalogue/book/shared/book-field-input.tsx'
import type { BookInput } from '#catalogue/book/book.schema.ts'
import { BLANK as BLANK_BOOK } from '#catalogue/book/shared/book-draft.ts'
import { bulkSetFields, bulkTextFields, isBulkField, type BulkOperationInput } from './bulk.schema.ts'

const REPLACE = 'replace'
const TURN = 'turn'
const fields = bulkSetFields.filter((field) => field !== 'genreId')
const ACTS: Readonly<Record<string, () => string>> = { [REPLACE]: m.books_change_replace, [TURN]: m.books_change_turn }
const WhatInput = choiceInput(['genreId', ...fields, REPLACE, TURN], (what) => lookUp(ACTS, what)?.() ?? labelOf(what))
/** The fields of text, in which something can be replaced. */
const PlaceInput = choiceInput<string>(bulkTextFields, labelOf)

const BLANK = {
  what: 'genreId',
  /** A book that has nothing but the value to be set. */
  draft: BLANK_BOOK,
  field: 'title',
  find: '',
  by: '',
  isWholeWord: true,
}

/** The operation that a form describes. */
export function useBulkOperation() {
  const [inputs, setInputs] = useState(BLANK)
  const { what, draft, field, find, by, isWholeWord } = inputs
  const change = (part: Partial<typeof inputs>) => setInputs((before) => ({ ...before, ...part }))
  const operation: BulkOperationInput =
    what === REPLACE
      ? { kind: REPLACE, field, find, by, isWholeWord }
      : what === TURN
        ? { kind: TURN, field: 'author' }
        : { kind: 'set', field: what, value: isBulkField(what) ? draft[what] : null }
  const set = {
    what: (next: string) => change({ what: next, draft: BLANK_BOOK }),
    value: (part: Partial<BookInput>) => change({ draft: { ...BLANK_BOOK, ...part } }),
    field: (next: string) => change({ field: next }),
    find: (next: string) => change({ find: next }),
    by: (next: string) => change({ by: next }),
    isWholeWord: (next: boolean) => change({ isWholeWord: next }),
  }
  return { operation, inputs, set }
}

interface BulkFieldsProps {
  state: ReturnType<typeof useBulkOperation>
  error: string | undefined
}

/** What is done to each book: a field is set or cleared, or something is replaced in a text. */
export function BulkFields({ state: { inputs, set }, error }: BulkFieldsProps) {
  const { what } = inputs
  return (
    <>
      <WhatInput {...PLAIN} name="what" label={m.books_change_what()} value={what} onChange={set.what} />
      {what === TURN ? (
        <p>{m.import_turns_names()}</p>
      ) : what === REPLACE ? (
        <>
          <PlaceInput {...PLAIN} name="field" label={m.books_replace_in()} value={inputs.field} onChange={set.field} />
          <TextField
            label={m.books_replace_find()}
            hint={m.books_replace_exact()}
            error={error}
            value={inputs.find}
            dir="auto"
            autoComplete="off"
            onChange={({ target }) => set.find(target.value)}
          />
          <TextField
            label={m.books_replace_by()}
            value={inputs.by}
            dir="auto"
            autoComplete="off"
            onChange={({ target }) => set.by(target.value)}
          />
          <FlagInput {...PLAIN} label={m.books_replace_word()} value={inputs.isWholeWord} onChange={set.isWholeWord} />
        </>
      ) : isBulkField(what) ? (
        <div>
          <BookFieldInput
            key={what}
            field={what}
            draft={inputs.draft}
            last={undefined}
            error={error}
            readOnly={false}
            autoFocus={false}
            onChange={(field, value) => set.value({ [field]: value })}
          />
          <p className="mt-2 text-sm text-muted">{batchWords.emptyClears()}</p>
        </div>
      ) : null}
    </>
  )
}

const PLAIN = { name: 'value', isOptional: false, error: undefined, readOnly: false, autoFocus: false, className: '' }

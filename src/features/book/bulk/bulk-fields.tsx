import { useState, type FC } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { lookUp } from '#lib/list/look-up.ts'
import type { FieldWords } from '#lib/noun.ts'
import { choiceInput, FlagInput, LineInput, NumberInput, TextInput, type InputProps } from '#ui/form/inputs.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { bookFields } from '../book-fields.words.ts'
import { bulkSetFields, bulkTextFields, type BulkOperationInput } from './bulk.schema.ts'
import { LanguageInput, SubjectsInput } from '../edit/book-detail-inputs.tsx'
import { AuthorInput, GenreInput, PublisherInput } from '../edit/book-inputs.tsx'

type Value = Extract<BulkOperationInput, { kind: 'set' }>['value']
type ValueInput = FC<InputProps<Value>>

const textOf = (value: Value): string => (typeof value === 'string' ? value : '')
const choiceOf = (value: Value): string | null => (typeof value === 'string' ? value : null)
const numberOf = (value: Value): number | null => (typeof value === 'number' ? value : null)

/** Fields with an input of their own; others are a line of text. */
const INPUTS: Readonly<Record<string, ValueInput>> = {
  author: ({ value, ...rest }) => <AuthorInput {...rest} value={textOf(value)} last={undefined} />,
  genreId: ({ value, ...rest }) => <GenreInput {...rest} value={choiceOf(value)} last={undefined} />,
  publisher: ({ value, ...rest }) => <PublisherInput {...rest} value={textOf(value)} last={undefined} />,
  year: ({ value, ...rest }) => <NumberInput {...rest} value={numberOf(value)} />,
  language: ({ value, ...rest }) => <LanguageInput {...rest} value={choiceOf(value)} last={undefined} />,
  pages: ({ value, ...rest }) => <NumberInput {...rest} value={numberOf(value)} />,
  subjects: ({ value, ...rest }) => (
    <SubjectsInput {...rest} value={Array.isArray(value) ? value : []} last={undefined} />
  ),
  summary: ({ value, ...rest }) => <TextInput {...rest} value={textOf(value)} />,
}
const OtherInput: ValueInput = ({ value, ...rest }) => <LineInput {...rest} value={textOf(value)} />

const labelOf = (field: string): string => lookUp<FieldWords>(bookFields, field)?.label() ?? field
const REPLACE = 'replace'
const TURN = 'turn'
const fields = bulkSetFields.filter((field) => field !== 'genreId')
const ACTS: Readonly<Record<string, () => string>> = { [REPLACE]: m.books_change_replace, [TURN]: m.books_change_turn }
const WhatInput = choiceInput(['genreId', ...fields, REPLACE, TURN], (what) => lookUp(ACTS, what)?.() ?? labelOf(what))
/** The fields of text, in which something can be replaced. */
const PlaceInput = choiceInput<string>(bulkTextFields, labelOf)

const BLANK: { what: string; value: Value; field: string; find: string; by: string; isWholeWord: boolean } = {
  what: 'genreId',
  value: null,
  field: 'title',
  find: '',
  by: '',
  isWholeWord: true,
}

/** The operation that a form describes. */
export function useBulkOperation() {
  const [inputs, setInputs] = useState(BLANK)
  const { what, value, field, find, by, isWholeWord } = inputs
  const change = (part: Partial<typeof inputs>) => setInputs((before) => ({ ...before, ...part }))
  const operation: BulkOperationInput =
    what === REPLACE
      ? { kind: REPLACE, field, find, by, isWholeWord }
      : what === TURN
        ? { kind: TURN, field: 'author' }
        : { kind: 'set', field: what, value }
  const set = {
    what: (next: string) => change({ what: next, value: null }),
    value: (next: Value) => change({ value: next }),
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
  const Input = INPUTS[what] ?? OtherInput
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
      ) : (
        <div>
          <Input key={what} {...PLAIN} label={labelOf(what)} value={inputs.value} error={error} onChange={set.value} />
          <p className="mt-2 text-sm text-muted">{m.books_change_clear()}</p>
        </div>
      )}
    </>
  )
}

const PLAIN = { name: 'value', error: undefined, readOnly: false, autoFocus: false, className: '' }

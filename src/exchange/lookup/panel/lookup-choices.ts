import type { Lookup } from '../lookup.schema.ts'
import { isSameValue } from '#base/lib/form/is-same-value.ts'
import { LOOKUP_SOURCES } from '#base/lib/lookup-sources.ts'
import type { BookInput } from '#catalogue/book/book.schema.ts'
import { BLANK, isField, type BookField } from '#catalogue/book/shared/book-draft.ts'

/** A value that sources give a field. */
interface LookupChoice {
  value: BookInput[BookField]
  /** Short names of these sources, in the operator's order. */
  sources: string[]
  /** All these sources name another ISBN: the value is filled in only by a press. */
  isOther: boolean
}

export interface FieldChoices {
  field: BookField
  choices: LookupChoice[]
}

const isEmpty = (field: BookField, value: unknown): boolean =>
  isSameValue(typeof value === 'string' ? value.trim() : value, BLANK[field])

/**
 * What the sources say, field by field in the order of the form: each value once, that of the first source first, and behind
 * these what records say that name another ISBN.
 */
export const choicesOf = ({ sources }: Lookup): FieldChoices[] =>
  Object.keys(BLANK)
    .filter(isField)
    .map((field) => {
      const choices: LookupChoice[] = []
      for (const { source, book, isOther } of sources.toSorted((a, b) => Number(a.isOther) - Number(b.isOther))) {
        const value = book?.[field]
        if (value === undefined || isEmpty(field, value)) continue
        const same = choices.find((choice) => isSameValue(choice.value, value))
        if (same) same.sources.push(LOOKUP_SOURCES[source].short)
        else choices.push({ value, sources: [LOOKUP_SOURCES[source].short], isOther })
      }
      return { field, choices }
    })
    .filter(({ choices }) => choices.length > 0)

/** The first value of each field that is empty in the draft, of records that do not name another ISBN. */
export const fillingOf = (draft: BookInput, fields: readonly FieldChoices[]): Partial<BookInput> =>
  Object.fromEntries(
    fields.flatMap(({ field, choices: [first] }) =>
      first && !first.isOther && isEmpty(field, draft[field]) ? [[field, first.value]] : [],
    ),
  )

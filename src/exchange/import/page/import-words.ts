import { fieldText } from '#base/i18n/field-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isProblemKey, problemText } from '#base/i18n/problem-text.ts'
import { sourceNames } from '#exchange/book-source/book-source.words.ts'
import { formatNumber, formatValues } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { fieldValueSchema } from '#base/lib/form/field-value.schema.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { bookFields } from '#catalogue/book/book-fields.words.ts'
import { copyColumns } from '../copy-columns.words.ts'
import type { RowReason } from './import-reason.schema.ts'
import type { OtherEditions } from '../import-choices.schema.ts'
import type { ImportRow } from '../import.schema.ts'

/** What a field of a file is called. */
export const fieldLabel = (field: string): string =>
  (
    lookUp<FieldWords>(bookFields, field === 'genre' ? 'genreId' : field) ?? lookUp<FieldWords>(copyColumns, field)
  )?.label() ?? field.toUpperCase()

// Messages of one field name it; general ones need its name.
const GENERAL = /^(validation_|text_|field_)/

/** Why a row is refused or changes nothing. */
export function reasonText(reason: RowReason): string {
  switch (reason.kind) {
    case 'field': {
      const key = isProblemKey(reason.problem.key) ? reason.problem.key : 'validation_invalid'
      const problem = problemText({ key, ...(reason.problem.params && { params: reason.problem.params }) })
      return GENERAL.test(key) ? m.error_field({ field: fieldLabel(reason.field), problem }) : problem
    }
    case 'formula':
      return m.row_formula({ field: fieldLabel(reason.field) })
    case 'repeated': {
      const [row, differences] = [formatNumber(reason.row), differencesText(reason)]
      return differences === '' ? m.row_repeated({ row }) : m.row_repeated_differs({ row, differences })
    }
    case 'further-copy': {
      const [row, differences] = [formatNumber(reason.row), differencesText(reason)]
      return differences === '' ? m.row_further_copy({ row }) : m.row_further_copy_differs({ row, differences })
    }
    case 'repeated-title':
      return m.row_repeated_title({ row: formatNumber(reason.row) })
    case 'repeated-same':
      return m.row_repeated_same({ row: formatNumber(reason.row) })
    case 'too-long':
      return m.row_too_long({ limit: formatNumber(reason.limit) })
    case 'columns':
      return m.row_columns({ found: formatNumber(reason.found), expected: formatNumber(reason.expected) })
    case 'other-book':
      return m.row_other_book({ title: reason.title })
    case 'unanswered':
      return m.row_unanswered({ sources: sourceNames(reason.sources) })
    case 'marc-record':
      return reason.reason === 'truncated' ? m.row_marc_truncated() : m.row_marc_broken()
    default:
      return SENTENCES[reason.kind]()
  }
}

/** What a row says otherwise than an earlier one; empty where nothing differs. */
const differencesText = ({ differences = [] }: Pick<Extract<RowReason, { kind: 'repeated' }>, 'differences'>): string =>
  differences.length === 0
    ? ''
    : formatValues(
        differences.map(({ field, before, after }) =>
          m.row_difference({
            field: fieldLabel(field),
            before: valueText(before) || '–',
            after: valueText(after) || '–',
          }),
        ),
      )

/** A value as a difference has it: a text, or a list as JSON. */
function valueText(text: string): string {
  if (!text.startsWith('[')) return text
  try {
    return fieldText(fieldValueSchema.parse(JSON.parse(text)))
  } catch {
    return text
  }
}

/** Whether a row is refused as none that one would mend: it is probably no book, or was hidden. */
export const isNoBook = (reason: RowReason | null): boolean =>
  reason !== null && ['sum', 'heading', 'header-again', 'hidden'].includes(reason.kind)

const SENTENCES = {
  sum: m.row_sum,
  heading: m.row_heading,
  'header-again': m.row_header_again,
  hidden: m.row_hidden,
  'several-books': m.row_several_books,
  taken: m.row_taken,
  similar: m.row_similar,
  edition: m.row_edition_left,
  'further-isbn': m.row_further_isbn,
  left: m.row_left,
  unknown: m.row_unknown,
  encoding: m.row_encoding,
  'quote-open': m.row_quote_open,
  'quote-followed': m.row_quote_followed,
  json: m.row_json,
  deleted: m.row_deleted,
}

const NOTES: Readonly<Record<string, () => string>> = {
  cleaned: m.note_cleaned,
  unreadable: m.note_unreadable,
  'next-number': m.note_next_number,
  'other-items': m.note_other_items,
  'genre-left-out': m.note_genre_left_out,
  shortened: () => m.note_shortened({ field: fieldLabel('author') }),
}

/** What may become of a row that is another edition of a book. */
export const editionOptions = (): { value: OtherEditions; label: string }[] => [
  { value: 'add', label: m.import_editions_add() },
  { value: 'isbn', label: m.import_editions_isbn() },
  { value: 'leave', label: m.import_editions_leave() },
]

/** What was altered to make a row valid. */
export function noteText(note: ImportRow['notes'][number]): string {
  const [kind = '', name = '', ...rest] = note.split(':')
  const [field, text] = [fieldLabel(name), rest.join(':')]
  if (kind === 'formula') return m.note_formula({ field: text === '' ? field : isolated(text) })
  if (kind === 'kept') return m.note_copy_kept({ field })
  if (kind === 'taken') return m.note_number_taken({ number: text })
  if (text !== '') return m.note_left_out_text({ field, text })
  if (name !== '') return kind === 'shortened' ? m.note_shortened({ field }) : m.note_left_out({ field })
  return NOTES[kind]?.() ?? ''
}

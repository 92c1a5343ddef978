import { lookUp } from '#base/lib/list/look-up.ts'
import { m } from './paraglide/messages.js'

type Params = Record<string, string | number>
const limit = ({ limit: value = '' }: Params) => ({ limit: value })

// Of what programs send: no form of the browser shows these sentences, so its bundle is without them. A message that a form
// shows too would be in the first page of everybody: the form of a book has its own.
const OF_PROGRAMS = {
  body_not_utf8: m.body_not_utf8,
  body_not_json: m.body_not_json,
  cursor_invalid: m.cursor_invalid,
  letter_invalid: m.letter_invalid,
  letter_order: m.letter_order,
  isbn_invalid: m.isbn_invalid,
  year_late: m.year_late,
  language_unknown: m.language_unknown,
  detail_name_required: m.detail_name_required,
  name_required_no_address: m.name_required_no_address,
  role_unknown: m.role_unknown,
  role_needs_lending: m.role_needs_lending,
  setting_fixed: m.setting_fixed,
  zone_unknown: m.zone_unknown,
  scope_required: m.scope_required,
  number_taken: ({ sentence }: Params) => (sentence === undefined ? m.number_taken() : String(sentence)),
  number_invalid: m.number_invalid,
  number_no_series: m.number_no_series,
  class_list_unconfirmed: m.class_list_unconfirmed,
  about_books: m.about_books,
  borrower_user_taken: m.borrower_user_taken,
  borrower_no_user: m.borrower_no_user,
  borrower_unproven: m.borrower_unproven,
}

// All problems of fields. Listed one by one, so that the bundle contains only these messages.
const PROBLEMS = {
  validation_required: m.validation_required,
  validation_invalid: m.validation_invalid,
  validation_unknown: m.validation_unknown,
  validation_string_min: (params: Params) => m.validation_string_min(limit(params)),
  validation_string_max: (params: Params) => m.validation_string_max(limit(params)),
  validation_number_min: (params: Params) => m.validation_number_min(limit(params)),
  validation_number_max: (params: Params) => m.validation_number_max(limit(params)),
  validation_array_min: (params: Params) => m.validation_array_min(limit(params)),
  validation_array_max: (params: Params) => m.validation_array_max(limit(params)),
  validation_date_min: (params: Params) => m.validation_date_min(limit(params)),
  validation_date_max: (params: Params) => m.validation_date_max(limit(params)),
  field_not_allowed: m.error_FIELD_NOT_ALLOWED,
  text_invalid: m.text_invalid,
  email_required: m.email_required,
  email_invalid: m.email_invalid,
  email_taken: m.email_taken,
  email_same: m.email_same,
  code_required: m.code_required,
  code_invalid: m.code_invalid,
  code_length: m.code_length,
  name_required: m.name_required,
  name_invalid: m.name_invalid,
  name_taken: m.name_taken,
  role_required: m.role_required,
  title_required: m.title_required,
  title_taken: m.title_taken,
  genre_gone: m.genre_gone,
  genre_required: m.genre_required,
  genre_taken: m.genre_taken,
  /** What one form alone says is written by the server, in the language of the request: no other page needs the words. */
  in_words: ({ sentence = '' }: Params) => String(sentence),
  ...(import.meta.env?.SSR === false ? {} : OF_PROGRAMS),
}

export type ProblemKey = keyof typeof PROBLEMS

/** A field's problem: a key of messages/ and the parameters of its sentence. */
export interface Problem {
  key: ProblemKey
  params?: Params
}

/**
 * @internal for tests
 */
export const problemKeys = (): ProblemKey[] => Object.keys(PROBLEMS).filter(isProblemKey)

/** Whether a text, such as the message of a schema's issue, is a `ProblemKey`. */
export const isProblemKey = (text: string): text is ProblemKey => Object.hasOwn(PROBLEMS, text)

/** The sentence for a field's problem, in the current language. */
export const problemText = ({ key, params = {} }: Problem): string =>
  (lookUp(PROBLEMS, key) ?? m.validation_invalid)(params)

import { lookUp } from '#lib/look-up.ts'
import type { Problem } from './check.ts'
import { m } from './paraglide/messages.js'

type Params = Record<string, string | number>
const limit = (params: Params) => ({ limit: params.limit ?? '' })

// Every key that a schema or the server may name. Written out, so that only these are in the page.
const PROBLEMS: Record<string, (params: Params) => string> = {
  validation_required: () => m.validation_required(),
  validation_invalid: () => m.validation_invalid(),
  validation_string_min: (params) => m.validation_string_min(limit(params)),
  validation_string_max: (params) => m.validation_string_max(limit(params)),
  validation_number_min: (params) => m.validation_number_min(limit(params)),
  validation_number_max: (params) => m.validation_number_max(limit(params)),
  validation_array_min: (params) => m.validation_array_min(limit(params)),
  validation_array_max: (params) => m.validation_array_max(limit(params)),
  validation_date_min: (params) => m.validation_date_min(limit(params)),
  validation_date_max: (params) => m.validation_date_max(limit(params)),
  email_required: () => m.email_required(),
  email_invalid: () => m.email_invalid(),
  email_taken: () => m.email_taken(),
  email_same: () => m.email_same(),
  role_required: () => m.role_required(),
  role_unknown: () => m.role_unknown(),
  code_required: () => m.code_required(),
  code_invalid: () => m.code_invalid(),
  code_length: () => m.code_length(),
  name_required: () => m.name_required(),
  name_invalid: () => m.name_invalid(),
  title_required: () => m.title_required(),
  title_taken: () => m.title_taken(),
  genre_gone: () => m.genre_gone(),
  genre_required: () => m.genre_required(),
  genre_taken: () => m.genre_taken(),
  text_invalid: () => m.text_invalid(),
  cursor_invalid: () => m.cursor_invalid(),
}

/** The keys that have words: a test holds them against the schemas. */
export const problemKeys = Object.keys(PROBLEMS)

/** The sentence for what is wrong with a field, in the language at hand. */
export const problemText = ({ key, params = {} }: Problem): string =>
  (lookUp(PROBLEMS, key) ?? (() => m.validation_invalid()))(params)

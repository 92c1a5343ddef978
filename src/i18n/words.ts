import { lookUp } from '#lib/look-up.ts'
import type { Problem } from './check.ts'
import { m } from './paraglide/messages.js'

export type Params = Record<string, string | number>
export const limit = (params: Params) => ({ limit: params.limit ?? '' })

// Every key that a schema or the server may name. Written out, so that only these are in the page; those of more-words.ts
// come with the forms that need them.
const PROBLEMS: Record<string, (params: Params) => string> = {
  validation_required: () => m.validation_required(),
  validation_invalid: () => m.validation_invalid(),
  validation_string_min: (params) => m.validation_string_min(limit(params)),
  validation_string_max: (params) => m.validation_string_max(limit(params)),
  email_required: () => m.email_required(),
  email_invalid: () => m.email_invalid(),
  email_taken: () => m.email_taken(),
  email_same: () => m.email_same(),
  code_required: () => m.code_required(),
  code_invalid: () => m.code_invalid(),
  code_length: () => m.code_length(),
  name_required: () => m.name_required(),
  name_invalid: () => m.name_invalid(),
  text_invalid: () => m.text_invalid(),
}

/**
 * The keys that have words: a test holds them against the schemas.
 *
 * @internal for tests
 */
export const problemKeys = (): string[] => Object.keys(PROBLEMS)

/** Adds words that hardly any page needs. */
export const addWords = (more: typeof PROBLEMS): void => void Object.assign(PROBLEMS, more)

/** The sentence for what is wrong with a field, in the language at hand. */
export const problemText = ({ key, params = {} }: Problem): string =>
  (lookUp(PROBLEMS, key) ?? (() => m.validation_invalid()))(params)

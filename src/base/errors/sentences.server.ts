import { formatBytes } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { problemText, type Problem } from '#base/i18n/problem-text.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { nounWords, wordsOfNoun } from '#base/lib/noun-words.ts'
import type { ErrorData } from './app-error.ts'

/** Data for an error's sentence. */
export interface SentenceData extends ErrorData {
  /** The resource or permission that was refused, such as `book`. */
  resource?: string
  /** The whole sentence, of an error whose reasons are known to the caller only. */
  sentence?: string
}

/** Bytes of a body that is no file (`BODY_LIMIT`), rounded. */
const LARGEST = 2 ** 20

/** How large a body may be. */
export const tooLargeSentence = (limit = LARGEST): string => m.error_CONTENT_TOO_LARGE({ limit: formatBytes(limit) })

/** Fields that a sentence names at most; the response lists all of them. */
const MAX_NAMED = 3

/** The label of a field in forms, of the first noun that has one of that name; otherwise its name in the API. */
const labelOf = (field: string): string =>
  Object.values(nounWords())
    .flatMap(({ fields = {} }) => lookUp<FieldWords>(fields, field) ?? [])[0]
    ?.label() ?? field

// Keys of messages that fit any field; other messages name their field themselves.
const GENERAL = /^(validation_|text_|field_)/

function fieldSentence([field, problem]: [string, Problem]): string {
  const sentence = problemText(problem)
  if (field === '' || !GENERAL.test(problem.key)) return sentence
  return m.error_field({ field: labelOf(field), problem: sentence })
}

/** The sentence for invalid input: the problems of its fields, or `general` without any. */
export const inputSentence =
  (general: () => string) =>
  ({ fields = {} }: SentenceData): string =>
    Object.entries(fields).slice(0, MAX_NAMED).map(fieldSentence).join('; ') || general()

/** The sentence for a refused resource; a permission, such as `book:read`, is named as in the API. */
export const resourceSentence =
  (sentence: (words: { resource: string }) => string) =>
  ({ resource }: SentenceData): string =>
    resource === undefined ? m.error_FORBIDDEN() : sentence({ resource: wordsOfNoun(resource).one() })

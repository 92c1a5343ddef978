import { m } from '#i18n/paraglide/messages.js'
import { problemText, type Problem } from '#i18n/problem-text.ts'
import { lookUp } from '#lib/look-up.ts'
import type { FieldWords, NounWords } from '#lib/noun.ts'
import { NOUN_WORDS } from '#noun-words.ts'
import type { ErrorData } from './app-error.ts'

/** What a sentence may name. */
export interface SentenceData extends ErrorData {
  /** What was refused, such as `book`. */
  resource?: string
}

/** Fields that a sentence names; all of them stand beside it. */
const NAMED = 3

// As forms call them, the first noun that has a field of that name; any other is called by its name in the API.
const LABELS: Record<string, FieldWords> = Object.assign(
  {},
  ...Object.values(NOUN_WORDS)
    .map(({ fields }) => fields)
    .toReversed(),
)

// What says of any field what is wrong with it; other sentences name their field themselves.
const GENERAL = /^(validation_|text_|field_)/

function fieldSentence([field, problem]: [string, Problem]): string {
  const sentence = problemText(problem)
  if (field === '' || !GENERAL.test(problem.key)) return sentence
  return m.error_field({ field: lookUp(LABELS, field)?.label() ?? field, problem: sentence })
}

/** Of input that does not fit: each field and what is wrong with it; `general` where no field is named. */
export const inputSentence =
  (general: () => string) =>
  ({ fields = {} }: SentenceData): string =>
    Object.entries(fields).slice(0, NAMED).map(fieldSentence).join('; ') || general()

/** Of a refusal that names its resource; a permission, such as `book:read`, is named as it is called in the API. */
export const resourceSentence =
  (sentence: (words: { resource: string }) => string) =>
  ({ resource }: SentenceData): string =>
    resource === undefined
      ? m.error_FORBIDDEN()
      : sentence({ resource: lookUp<NounWords>(NOUN_WORDS, resource)?.one() ?? resource })

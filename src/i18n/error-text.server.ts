import type { AppError } from '#lib/app-error.ts'
import { lookUp } from '#lib/look-up.ts'
import { CATALOGUE } from './catalogue-errors.ts'
import type { Problem } from './check.ts'
import { coreText, errorText } from './error-words.ts'
import './more-words.ts'
import { m } from './paraglide/messages.js'
import { refusalText } from './resource-errors.ts'
import { problemText } from './words.ts'

type Fields = AppError['fields']

/** Fields that a sentence names; all of them stand beside it. */
const NAMED = 3

/** The sentence for a code of the catalogue, in the language at hand; for an unknown one nothing. */
export const codeText = (code: string): string | undefined => coreText(code) ?? lookUp(CATALOGUE, code)?.()

/**
 * The sentence for any error, in the language at hand, at once: on the server the whole catalogue is there. Of input that
 * does not fit it names each field and what is wrong with it.
 */
export function fullErrorText(error: { code: string; resource?: string; fields?: Fields }): string {
  const { code, fields = {} } = error
  const isInput = code === 'VALIDATION_ERROR' || code === 'FIELD_NOT_ALLOWED'
  const said = isInput
    ? Object.entries(fields)
        .slice(0, NAMED)
        .map(([field, problem]) => fieldText(field, problem))
    : []
  if (said.length > 0) return said.join('; ')
  return refusalText(error) ?? codeText(code) ?? errorText(code)
}

/** The sentence for what is wrong with each field, without the field's name. */
export const fieldMessages = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, problem]) => [field, problemText(problem)]))

// As forms call them; a field that no form has is called by its name in the API.
const LABELS: Record<string, () => string> = {
  title: m.book_title,
  author: m.book_author,
  publisher: m.book_publisher,
  genreId: m.book_genre,
  name: m.onboarding_name_label,
  email: m.login_email_label,
  role: m.user_role_label,
}

// What says of any field what is wrong with it; other sentences name their field themselves.
const GENERAL = /^(validation_|text_|field_)/

function fieldText(field: string, problem: Problem): string {
  const sentence = problemText(problem)
  if (field === '' || !GENERAL.test(problem.key)) return sentence
  return m.error_field({ field: lookUp(LABELS, field)?.() ?? field, problem: sentence })
}

import { m } from '#i18n/paraglide/messages.js'
import { problemText, type Problem } from '#i18n/problem-text.ts'
import { lookUp } from '#lib/look-up.ts'
import type { ErrorData } from './app-error.ts'

/** What a sentence may name. */
export interface SentenceData extends ErrorData {
  /** What was refused, such as `book`. */
  resource?: string
}

/** Fields that a sentence names; all of them stand beside it. */
const NAMED = 3

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

function fieldSentence([field, problem]: [string, Problem]): string {
  const sentence = problemText(problem)
  if (field === '' || !GENERAL.test(problem.key)) return sentence
  return m.error_field({ field: lookUp(LABELS, field)?.() ?? field, problem: sentence })
}

/** Of input that does not fit: each field and what is wrong with it; `general` where no field is named. */
export const inputSentence =
  (general: () => string) =>
  ({ fields = {} }: SentenceData): string =>
    Object.entries(fields).slice(0, NAMED).map(fieldSentence).join('; ') || general()

// Section 6 of the specification names these resources.
const RESOURCES: Record<string, () => string> = {
  user: m.resource_user,
  session: m.resource_session,
  account: m.resource_account,
  apps: m.resource_apps,
  book: m.resource_book,
  genre: m.resource_genre,
}

/** Of a refusal that names its resource; a permission, such as `book:read`, is named as it is called in the API. */
export const resourceSentence =
  (sentence: (words: { resource: string }) => string) =>
  ({ resource }: SentenceData): string =>
    resource === undefined ? m.error_FORBIDDEN() : sentence({ resource: lookUp(RESOURCES, resource)?.() ?? resource })

import { lookUp } from '#lib/look-up.ts'
import { CATALOGUE } from './catalogue-errors.ts'
import { coreText, errorText } from './error-words.ts'
import { refusalText } from './resource-errors.ts'

/** The sentence for any error, in the language at hand, at once: on the server the whole catalogue is there. */
export const fullErrorText = (error: { code: string; resource?: string }): string =>
  refusalText(error) ?? coreText(error.code) ?? lookUp(CATALOGUE, error.code)?.() ?? errorText(error.code)

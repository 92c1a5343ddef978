import { lookUp } from '#lib/look-up.ts'
import { CATALOGUE } from './catalogue-errors.ts'
import { coreText, errorText } from './error-words.ts'

/** The sentence for any code, in the language at hand, at once: on the server the whole catalogue is there. */
export const fullErrorText = (code: string): string => coreText(code) ?? lookUp(CATALOGUE, code)?.() ?? errorText(code)

import { lookUp } from '#lib/look-up.ts'
import { CATALOGUE } from './catalogue-errors.ts'

export { refusalText } from './resource-errors.ts'

/**
 * The sentence for a code that is not in the core, in the language at hand; for an unknown one nothing.
 * The browser loads this module when it is needed: `explain` imports it, and not at once, and the page of a failed sign-in.
 */
export const catalogueText = (code: string): string | undefined => lookUp(CATALOGUE, code)?.()

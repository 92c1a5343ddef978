import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'

/** What state a copy of a book can be in. */
export const COPY_CONDITIONS = ['ok', 'damaged', 'lost', 'withdrawn', 'reference'] as const

const CONDITIONS: Record<(typeof COPY_CONDITIONS)[number], () => string> = {
  ok: m.copy_ok,
  damaged: m.copy_damaged,
  lost: m.copy_lost,
  withdrawn: m.copy_withdrawn,
  reference: m.copy_reference,
}

/** The state in words. */
export const conditionWord = (condition: string): string => lookUp(CONDITIONS, condition)?.() ?? condition

import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { Kind, Scope } from './stocktake.schema.ts'

const KIND_WORDS: Readonly<Record<Kind, () => string>> = {
  missing: m.stocktake_missing,
  misplaced: m.stocktake_misplaced,
  unknown: m.stocktake_unknown,
  onLoan: m.stocktake_on_loan,
  lost: m.stocktake_lost,
  twice: m.stocktake_twice,
}

/** What was found, in a word or two. */
export const kindWord = (kind: Kind): string => KIND_WORDS[kind]()

const KIND_TEXTS: Readonly<Record<Kind, () => string>> = {
  missing: m.stocktake_missing_text,
  misplaced: m.stocktake_misplaced_text,
  unknown: m.stocktake_unknown_text,
  onLoan: m.stocktake_on_loan_text,
  lost: m.stocktake_lost_text,
  twice: m.stocktake_twice_text,
}

/** What was found, as a sentence. */
export const kindText = (kind: Kind): string => KIND_TEXTS[kind]()

const PRESS_WORDS: Readonly<Record<Kind, (words: { count: string }) => string>> = {
  missing: m.stocktake_fix_missing,
  misplaced: m.stocktake_fix_misplaced,
  unknown: m.stocktake_fix_unknown,
  onLoan: m.stocktake_fix_on_loan,
  lost: m.stocktake_fix_lost,
  twice: m.stocktake_fix_twice,
}

/** What a press does with so many. */
export const pressWord = (kind: Kind, count: number): string => PRESS_WORDS[kind]({ count: formatNumber(count) })

const mark = (text: string): string => (text === '' ? '…' : isolated(text))

/** What is counted, in words. */
export function scopeText({ location, shelfFrom, shelfTo }: Scope): string {
  const place = location === null ? m.stocktake_all() : location === '' ? m.stocktake_no_place() : location
  if (shelfFrom === '' && shelfTo === '') return place
  return `${isolated(place)} · ${mark(shelfFrom)}–${mark(shelfTo)}`
}

import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { ManagerIconName } from '#base/ui/manager-icon.tsx'
import type { Scanned, ScanResult } from '../stocktake.schema.ts'

const WORDS: Readonly<Record<Exclude<ScanResult, 'misplaced'>, () => string>> = {
  seen: m.stocktake_said_seen,
  again: m.stocktake_said_again,
  repeated: m.stocktake_said_repeated,
  onLoan: m.stocktake_said_on_loan,
  lost: m.stocktake_said_lost,
  withdrawn: m.stocktake_said_withdrawn,
  unknown: m.stocktake_said_unknown,
  card: m.stocktake_said_card,
  name: m.stocktake_said_name,
  book: m.stocktake_said_book,
}

/** What a scan came to, in words. */
export function scanText({ result, location }: Scanned): string {
  if (result !== 'misplaced') return WORDS[result]()
  return location === '' ? m.stocktake_said_elsewhere() : m.stocktake_said_misplaced({ place: isolated(location) })
}

/** Whether a person has to look at it. */
export const scanNeedsLook = ({ result }: Scanned): boolean => !['seen', 'again', 'repeated'].includes(result)

/** The sign of what a scan came to. */
export const scanIcon = (scanned: Scanned): ManagerIconName =>
  scanned.result === 'misplaced' ? 'open' : scanNeedsLook(scanned) ? 'alert' : 'check'

import { formatNumber, formatPercent, formatValues } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isUnderWay, progressOf, stateWord } from './import-progress.ts'
import type { Import, ImportListItem, UndoCounts } from '../import.schema.ts'

type Result = 'created' | 'updated' | 'unchanged' | 'refused'

interface ResultCount {
  result: Result | 'no-book' | 'hidden' | 'copies'
  label: string
  count: number
}

/** The number of rows with each result, in words. */
export const resultCounts = (
  item: Pick<ImportListItem, 'state' | 'copies' | Result> & { noBooks?: number; hiddenRows?: number },
): ResultCount[] => [
  {
    result: 'created',
    label: item.state === 'waiting' ? m.import_result_created() : m.import_result_added(),
    count: item.created,
  },
  { result: 'updated', label: m.import_result_updated(), count: item.updated },
  { result: 'unchanged', label: m.import_result_unchanged(), count: item.unchanged },
  {
    result: 'refused',
    label: m.import_result_refused(),
    count: item.refused - (item.noBooks ?? 0) - (item.hiddenRows ?? 0),
  },
  // Refused as well, but nothing that one would mend.
  ...(item.noBooks ? [{ result: 'no-book', label: m.import_no_book(), count: item.noBooks } as const] : []),
  ...(item.hiddenRows ? [{ result: 'hidden', label: m.import_result_hidden(), count: item.hiddenRows } as const] : []),
  ...(item.copies > 0 ? [{ result: 'copies', label: m.copy_list(), count: item.copies } as const] : []),
]

/** `resultCounts` of an undone import: in place of what it had added and changed, what the undo did with that. */
export function undoneCounts(item: Import): ResultCount[] {
  const [, , ...others] = resultCounts({ ...item, copies: 0 })
  return [
    { result: 'created', label: m.import_result_trashed(), count: item.deleted },
    { result: 'updated', label: m.import_result_restored(), count: item.restored },
    ...others,
  ]
}

const QUARTERS = 4

/** What is read out: the state, a quarter at a time while it runs, and at the end the counts. */
export function announcementOf(item: Import): string {
  if (item.state === 'waiting') return ''
  const state = stateWord(item)
  if (isUnderWay(item) || item.isLookingUp) {
    const quarter = Math.floor(progressOf(item).share * QUARTERS) / QUARTERS
    return m.import_announced({ state, share: formatPercent(quarter) })
  }
  const counts = (item.state === 'undone' ? undoneCounts : resultCounts)(item).map(
    ({ label, count }) => `${label} ${formatNumber(count)}`,
  )
  return m.import_announced({ state, share: formatValues(counts) })
}

/** How many books a waiting import would add or change, as it was chosen. */
export function booksToImport({ created, updated, similar, choices }: Import): number {
  const left = choices.addsSimilar ? 0 : (similar ?? 0)
  return created - left + (choices.changesBooks ? updated : 0)
}

/** How many copies a waiting import would add, or an ended one has added, and how many are on loan by the file; empty where there are none. */
export const copiesTexts = ({ state, copies, lentCopies }: Pick<Import, 'state' | 'copies' | 'lentCopies'>): string[] =>
  state === 'undone'
    ? []
    : counted([
        [copies, state === 'waiting' ? m.import_copies_new : m.import_copies_added],
        [lentCopies, m.import_copies_lent],
      ])

/** A sentence for each number above zero. */
const counted = (texts: readonly [count: number, text: (words: { count: string }) => string][]): string[] =>
  texts.flatMap(([count, text]) => (count > 0 ? [text({ count: formatNumber(count) })] : []))

/** What would become of the books of an import if it were undone. */
export function undoTexts({ deleted, restored, copiesRemoved, kept }: UndoCounts): string[] {
  const texts = counted([
    [deleted, m.import_undo_deleted],
    [restored, m.import_undo_restored],
    [copiesRemoved, m.import_undo_copies],
    [kept, m.import_undo_kept],
  ])
  return texts.length > 0 ? texts : [m.import_undo_none()]
}

/** What became of the books of an undone import. */
export function undoneTexts({ state, deleted, restored, copiesRemoved, kept }: Import): string[] {
  if (state !== 'undone') return []
  return counted([
    [deleted, m.import_undone_deleted],
    [restored, m.import_undone_restored],
    [copiesRemoved, m.import_undone_copies],
    [kept, m.import_undone_kept],
  ])
}

import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'

interface ListStatusProps {
  /** Rows that are shown. */
  count: number
  /** Of how many; null while that is being counted. */
  total: number | null
  /** What was searched for; without it the line says how many are shown. */
  searchTerm?: string
  /** The letter that the list begins at. */
  from?: string | undefined
  className?: string
  /** Not read out: the same stands above the list, or how many have come is read out there. */
  isSilent?: boolean
}

/** How many rows a list shows or a search has found, read out politely. Its line is there before the total is known. */
export function ListStatus({ count, total, searchTerm = '', from, className = '', isSilent = false }: ListStatusProps) {
  return (
    <p role={isSilent ? undefined : 'status'} className={`text-[0.8125rem] text-muted ${className}`}>
      {searchTerm ? resultsText(total, searchTerm) : from ? fromText(from, count, total) : showingText(count, total)}
    </p>
  )
}

const resultsText = (total: number | null, searchTerm: string): string =>
  total === null
    ? m.list_results_some({ searchTerm })
    : m.list_results({ count: total, total: formatNumber(total), searchTerm })

const fromText = (letter: string, count: number, total: number | null): string =>
  total === null
    ? m.list_showing_from_some({ letter, count: formatNumber(count) })
    : m.list_showing_from({ letter, count: formatNumber(count), total: formatNumber(total) })

const showingText = (count: number, total: number | null): string =>
  total === null
    ? m.list_showing_some({ count: formatNumber(count) })
    : m.list_showing({ count: formatNumber(count), total: formatNumber(total) })

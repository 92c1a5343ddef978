import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { ListedBook } from '../book.schema.ts'

/** Under a book of a list: how many copies are on the shelf; nothing where it has none, or the library does not lend. */
export function CopiesLine({ book: { copies } }: { book: ListedBook }) {
  if (!copies?.total) return null
  const { free } = copies
  return (
    <span className={`block text-[0.8125rem] ${free ? 'text-success' : 'text-muted'}`}>
      {free ? m.own_free({ free: formatNumber(free) }) : m.own_none_free()}
    </span>
  )
}

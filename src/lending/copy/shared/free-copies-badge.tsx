import { useQuery } from '@tanstack/react-query'
import { holdsOfBookQuery } from '#lending/loan/loan.data.ts'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Badge } from '#base/ui/badge.tsx'
import { copiesOfBookQuery } from '../copy.data.ts'

/** Beside the title of a book: how many of its copies are on the shelf; nothing while nothing is lent, or where there is none. */
export function FreeCopiesBadge({ id }: { id: string }) {
  return useIsLending() ? <FreeCopies bookId={id} /> : null
}

function FreeCopies({ bookId }: { bookId: string }) {
  const { data: copies = [] } = useQuery(copiesOfBookQuery(bookId))
  const { data: holds } = useQuery(holdsOfBookQuery(bookId))
  const kept = copies.filter(({ condition }) => condition !== 'lost' && condition !== 'withdrawn')
  if (kept.length === 0) return null
  const aside = new Set(holds?.items.map(({ copyId }) => copyId))
  const free = kept.filter(({ id, dueOn, condition }) => dueOn === null && condition !== 'reference' && !aside.has(id))
  return (
    <Badge look={free.length > 0 ? 'success' : 'quiet'}>
      {m.copy_free({ free: formatNumber(free.length), all: formatNumber(kept.length) })}
    </Badge>
  )
}

import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import { FigureCard } from '#base/ui/figure-card.tsx'
import { lendingFigures } from '#kit/installation/installation.slots.ts'
import type { Figures } from './dashboard.schema.ts'

/** Counts of books, authors, genres and users, and of loans where books are lent, linked to their lists. */
export function DashboardCards({ figures }: { figures: Figures }) {
  const { counts, authors, months, newUsers, lending, attention } = figures
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <FigureCard
        label={m.dashboard_books()}
        link={{ to: '/manager/books' }}
        value={counts.book}
        added={months.at(-1)?.books}
      />
      <FigureCard
        label={m.dashboard_authors()}
        link={{ to: '/manager/books', search: { sort: 'author' } }}
        value={authors}
      />
      <FigureCard label={m.dashboard_genres()} link={{ to: '/manager/genres' }} value={counts.genre} />
      <FigureCard label={m.dashboard_users()} link={{ to: '/manager/users' }} value={counts.user} added={newUsers} />
      {lending && (
        <lendingFigures.Parts {...lending} overdue={attention.overdue} borrowers={lookUp(counts, 'borrower') ?? 0} />
      )}
    </dl>
  )
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ActivityPanel } from '#kit/activity/shared/activity-list.tsx'
import { activityQuery } from '#kit/activity/activity.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { BookPicture } from './book-picture.tsx'
import { FileDetails } from '../details/file-details.tsx'
import { BookDetails } from '../page/book-details.tsx'
import { bookQuery } from '../book.data.ts'
import { managerBookBadges, managerBookNotices, managerBookPanels } from '../book.slots.ts'
import { bookVersionsQuery } from '../history/book-history.data.ts'
import { BookDelete } from '../trash/book-delete.tsx'
import { BookVersionView } from '../history/book-version.tsx'

/** A row beside the cover on a wide page, else below it. */
const WHOLE = 'min-w-0 empty:hidden sm:col-span-2 xl:col-span-1 xl:col-start-2'

/** A book's page for managers: cover, facts, activity; links to change and delete it. */
export function ManagerBookPage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: book } = useSuspenseQuery(bookQuery(id))
  // Optional: without them the history only tells what was changed.
  const { data: versions = [] } = useQuery(bookVersionsQuery(id))
  return (
    <ManagerPage
      title={book.title}
      trail={<ListBackLink to="/manager/books" label={m.nav_books()} />}
      badge={<managerBookBadges.Parts id={id} otherwise={null} />}
      actions={
        <>
          <BookDelete book={book} />
          <Link to="/manager/books/$id/update" params={{ id }} state={{ isFromDetail: true }} className={buttonClass()}>
            {m.book_edit()}
          </Link>
        </>
      }
    >
      <div className="mb-4 empty:hidden">
        <managerBookNotices.Parts id={id} />
      </div>
      <div className="grid grid-cols-1 items-start gap-x-5 gap-y-4 sm:grid-cols-[7.5rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="xl:row-span-3">
          <BookPicture book={book} />
        </div>
        <div className={`${panelClass} min-w-0`}>
          <p dir="auto" className="mb-3 text-[1.0625rem] text-muted">
            {book.author || m.book_unknown_author()}
          </p>
          <BookDetails book={book} timeZone={timeZone} to="/manager/books" />
          <FileDetails details={book.details} />
        </div>
        <div className={WHOLE}>
          <managerBookPanels.Parts id={id} timeZone={timeZone} />
        </div>
        <div className={WHOLE}>
          <ActivityPanel
            query={activityQuery('book', id)}
            title={m.book_history()}
            renderBelow={(entry) => {
              const version = versions.find((one) => one.id === entry.id)
              return version && <BookVersionView key={book.version} version={version} book={book} />
            }}
          />
        </div>
      </div>
    </ManagerPage>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { bookQuery } from '#catalogue/book/book.data.ts'
import { ManagerBookMissingPage } from '#catalogue/book/page/book-missing-page.tsx'
import { ClassSetNewPage } from '#school/class-set/class-set-new-page.tsx'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { copiesOfBookQuery } from '#lending/copy/copy.data.ts'
import { guardByLending } from '#lending/lending.guard.ts'
import { holdsOfBookQuery, loansOfBookQuery } from '#lending/loan/loan.data.ts'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/class-sets/new/$bookId')({
  beforeLoad: ({ context }) => guardByLending(context, 'loan:update'),
  loader: async ({ context: { queryClient }, params: { bookId } }) => {
    // Of an address that is none nothing else can be asked.
    await queryClient.query(bookQuery(bookId)).catch((error: unknown) => throwNotFound(error, m.book_not_found_title()))
    await Promise.all([
      queryClient.query(groupsQuery),
      queryClient.query(copiesOfBookQuery(bookId)),
      queryClient.query(loansOfBookQuery(bookId)),
      queryClient.query(holdsOfBookQuery(bookId)),
    ])
    return { title: m.class_set_lend() }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: ManagerBookMissingPage,
})

function Page() {
  const { bookId } = Route.useParams()
  return <ClassSetNewPage key={bookId} bookId={bookId} />
}

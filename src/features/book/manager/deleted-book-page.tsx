import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { formatTimeAgo } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { focusHeading } from '#lib/focus-heading.ts'
import { blockedInDemo } from '#lib/refusal.ts'
import { Button } from '#ui/button.tsx'
import { MissingPage } from '#ui/missing-page.tsx'
import { ManagerBookMissingPage } from '../book-missing-page.tsx'
import { deletedBookQuery } from '../trash/trash.data.ts'
import { useRestoreBooks } from './use-restore-books.ts'

/** Stands for a book that is not there; for one of the trash it says who deleted it and when, and restores it. */
export function DeletedBookPage({ id }: { id: string }) {
  const router = useRouter()
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  const { data: book, dataUpdatedAt } = useQuery(deletedBookQuery(id))
  const { restore, isBusy } = useRestoreBooks()
  if (!book) return <ManagerBookMissingPage />
  const onRestore = async () => {
    const result = await restore([id])
    if (!result || result.collided.length > 0) return
    await router.invalidate()
    focusHeading()
  }
  return (
    <MissingPage
      title={m.trash_book_title()}
      text={m.trash_book_deleted({
        title: book.title,
        person: book.deletedBy?.name ?? m.activity_former_actor(),
        ago: formatTimeAgo(book.deletedAt, new Date(dataUpdatedAt), timeZone),
      })}
      to="/manager/books"
      showAll={m.books_empty_action()}
      action={
        <Button {...blockedInDemo} isBusy={isBusy} onClick={() => void onRestore()}>
          {m.trash_restore()}
        </Button>
      }
    />
  )
}

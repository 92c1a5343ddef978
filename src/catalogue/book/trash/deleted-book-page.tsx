import { useQuery } from '@tanstack/react-query'
import { DeletedPage } from '#kit/trash/shared/deleted-page.tsx'
import { useRefreshBooks } from '../edit/book-edit.data.ts'
import { ManagerBookMissingPage } from '../page/book-missing-page.tsx'
import { deletedBookQuery } from './book-trash.data.ts'
import { bookCollisionActions } from '../book.slots.ts'
import { bookTrash } from './book-trash.tsx'

/** Stands for a book that is not there; for one of the trash it says who deleted it and when, and restores it. */
export function DeletedBookPage({ id }: { id: string }) {
  const refresh = useRefreshBooks()
  const { data: book, dataUpdatedAt } = useQuery(deletedBookQuery(id))
  if (!book) return <ManagerBookMissingPage />
  return (
    <DeletedPage
      trash={bookTrash}
      one={book}
      at={dataUpdatedAt}
      refresh={() => refresh()}
      renderCollision={(collided, onDone) => <bookCollisionActions.Parts collided={collided} onDone={onDone} />}
    />
  )
}

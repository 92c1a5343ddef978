import { TrashPage } from '#features/trash/shared/trash-page.tsx'
import { SavedSelections } from '#ui/list/use-selection.ts'
import { useRefreshBooks } from '../edit/book-edit.data.ts'
import type { DeletedBook } from './book-trash.schema.ts'
import { BookTrashMerge } from './book-trash-merge.tsx'
import { bookTrash } from './book-trash.tsx'

const selected = new SavedSelections<DeletedBook>()

/** The deleted books. */
export function BookTrashPage(params: { searchTerm: string; timeZone: string }) {
  const refresh = useRefreshBooks()
  return (
    <TrashPage
      {...params}
      trash={bookTrash}
      selected={selected}
      refresh={() => refresh()}
      renderCollision={(collided, onDone) => <BookTrashMerge collided={collided} onDone={onDone} />}
    />
  )
}

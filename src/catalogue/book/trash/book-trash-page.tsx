import { TrashPage } from '#kit/trash/shared/trash-page.tsx'
import { SavedSelections } from '#base/ui/list/use-selection.ts'
import { useRefreshBooks } from '../edit/book-edit.data.ts'
import type { DeletedBook } from './book-trash.schema.ts'
import { bookCollisionActions } from '../book.slots.ts'
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
      renderCollision={(collided, onDone) => <bookCollisionActions.Parts collided={collided} onDone={onDone} />}
    />
  )
}

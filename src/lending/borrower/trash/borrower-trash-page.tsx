import { TrashPage } from '#kit/trash/shared/trash-page.tsx'
import { SavedSelections } from '#base/ui/list/use-selection.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { BorrowerRenumber } from './borrower-renumber.tsx'
import type { DeletedBorrower } from './borrower-trash.schema.ts'
import { borrowerTrash } from './borrower-trash.ts'

const selected = new SavedSelections<DeletedBorrower>()

/** The deleted borrowers. */
export const BorrowerTrashPage = (params: { searchTerm: string; timeZone: string }) => (
  <TrashPage
    {...params}
    trash={borrowerTrash}
    selected={selected}
    refresh={useRefresh('borrower')}
    renderCollision={({ id }, onDone) => <BorrowerRenumber id={id} onDone={onDone} />}
  />
)

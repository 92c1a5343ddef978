import { SavedSelections } from '#base/ui/list/use-selection.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { TrashPage } from '#kit/trash/shared/trash-page.tsx'
import { CopyRenumber } from './copy-renumber.tsx'
import type { DeletedCopy } from './copy-trash.schema.ts'
import { copyTrash } from './copy-trash.ts'

const selected = new SavedSelections<DeletedCopy>()

/** The deleted copies. */
export const CopyTrashPage = (params: { searchTerm: string; timeZone: string }) => (
  <TrashPage
    {...params}
    trash={copyTrash}
    selected={selected}
    refresh={useRefresh('copy')}
    renderCollision={({ id }, onDone) => <CopyRenumber id={id} onDone={onDone} />}
  />
)

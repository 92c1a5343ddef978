import { useQuery } from '@tanstack/react-query'
import { RowMissingPage } from '#kit/noun/shared/row-missing-page.tsx'
import { DeletedPage } from '#kit/trash/shared/deleted-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { BorrowerRenumber } from './borrower-renumber.tsx'
import { deletedBorrowerQuery } from './borrower-trash.data.ts'
import { borrowerTrash } from './borrower-trash.ts'

/** Stands for a borrower who is not there; for one of the trash it says who deleted them and when, and restores them. */
export function DeletedBorrowerPage({ id }: { id: string }) {
  const refresh = useRefresh('borrower')
  const { data: borrower, dataUpdatedAt } = useQuery(deletedBorrowerQuery(id))
  if (!borrower) return <RowMissingPage kind="borrower" title={m.borrower_gone()} showAll={m.borrower_show_all()} />
  return (
    <DeletedPage
      trash={borrowerTrash}
      one={borrower}
      at={dataUpdatedAt}
      refresh={refresh}
      renderCollision={(collided, onDone) => <BorrowerRenumber id={collided.id} onDone={onDone} />}
    />
  )
}

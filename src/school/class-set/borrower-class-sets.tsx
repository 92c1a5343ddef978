import { useQuery, type QueryClient } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel } from '#base/ui/panel.tsx'
import { setsOfBorrowerQuery } from './class-set.data.ts'
import { ClassSetRows } from './class-set-rows.tsx'

/** Asks for the class sets of a borrower; optional, the panel asks again. */
export const loadBorrowerClassSets = ({ queryClient, id }: { queryClient: QueryClient; id: string }) =>
  queryClient.query(setsOfBorrowerQuery(id)).catch(() => undefined)

/** On a borrower's page: the class sets that they have, beside their own books; nothing without any. */
export function BorrowerClassSets({ borrower: { id } }: { borrower: { id: string } }) {
  const { data: sets = [] } = useQuery(setsOfBorrowerQuery(id))
  if (sets.length === 0) return null
  return (
    <Panel title={m.class_set_list()}>
      <ClassSetRows sets={sets} by="book" />
    </Panel>
  )
}

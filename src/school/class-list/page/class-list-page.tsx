import { useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import type { Import, UndoCounts } from '#exchange/import/import.schema.ts'
import { ImportActions, type OtherActions } from '#exchange/import/shared/import-actions.tsx'
import { ImportFrame } from '#exchange/import/shared/import-frame.tsx'
import { ImportOutcome } from '#exchange/import/shared/import-outcome.tsx'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { classListQuery, classListRowsQuery } from '../class-list.data.ts'
import type { ClassList } from '../class-list.schema.ts'
import { PeopleColumnsNotKept } from './class-list-columns.tsx'
import { ClassListPreview } from './class-list-preview.tsx'
import { ClassListRows } from './class-list-rows.tsx'
import { useClassListChange } from './use-class-list-change.ts'

/** Loads what the page of a class list shows. */
export const loadClassList = ({ queryClient, item }: { queryClient: QueryClient; item: Import }): Promise<unknown> =>
  Promise.all([
    queryClient.query(classListQuery(item)),
    queryClient.query(groupsQuery),
    queryClient.infiniteQuery(classListRowsQuery(item, 'all')),
  ])

/** An import whose rows are borrowers. */
export function ClassListPage({ item, timeZone }: { item: Import; timeZone: string }) {
  const queryClient = useQueryClient()
  const { data: saved } = useSuspenseQuery(classListQuery(item))
  const changing = useClassListChange(item.id)
  const list = { ...saved, choices: changing.pending?.choices ?? saved.choices }
  const seen = () => queryClient.getQueryData(classListQuery(item).queryKey)?.mark ?? saved.mark
  return (
    <ImportFrame
      id={item.id}
      timeZone={timeZone}
      noun="borrower"
      trail={<ListBackLink to="/manager/borrowers" label={m.borrower_list()} />}
      actions={<ImportActions item={item} settled={changing.settled} other={actionsOf(item, list, seen)} />}
      preview={<ClassListPreview item={item} list={list} changing={changing} />}
      outcome={
        <ImportOutcome
          item={item}
          timeZone={timeZone}
          texts={undoneTexts(item)}
          notKept={<PeopleColumnsNotKept list={list} />}
          rows={<ClassListRows item={item} list={list} />}
        />
      }
    />
  )
}

function actionsOf({ created, updated, columns }: Import, list: ClassList, seen: () => string): OtherActions {
  const count = created + updated
  const changes = m.class_list_changes({ count, shown: formatNumber(count) })
  return {
    start: count === 0 ? m.import_start_none() : m.import_start({ books: changes }),
    isReady: count > 0 && columns.name !== undefined && (!list.isDoubtful || list.choices.isConfirmed),
    seen,
    undoTexts,
    show: (
      <Link to="/manager/borrowers" className={buttonClass()}>
        {m.class_list_show()}
      </Link>
    ),
  }
}

/** A sentence for each number above zero. */
const counted = (texts: readonly [count: number, text: (words: { count: string }) => string][]): string[] =>
  texts.flatMap(([count, text]) => (count > 0 ? [text({ count: formatNumber(count) })] : []))

/** What would become of the borrowers of a list if it were undone. */
function undoTexts({ deleted, restored, kept }: UndoCounts): string[] {
  const texts = counted([
    [deleted, m.class_list_undo_deleted],
    [restored, m.class_list_undo_restored],
    [kept, m.class_list_undo_kept],
  ])
  return texts.length > 0 ? texts : [m.class_list_undo_none()]
}

function undoneTexts({ state, deleted, restored, kept }: Import): string[] {
  if (state !== 'undone') return []
  return counted([
    [deleted, m.class_list_undone_deleted],
    [restored, m.class_list_undone_restored],
    [kept, m.class_list_undone_kept],
  ])
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { classSetsQuery } from './class-set.data.ts'
import { ClassSetRows } from './class-set-rows.tsx'

/** The class sets that are out: of what, who has them, and how much is back. */
export function ClassSetListPage() {
  const { data: sets } = useSuspenseQuery(classSetsQuery)
  return (
    <ManagerPage title={m.class_set_list()} trail={<ListBackLink to="/manager/borrowers" label={m.borrower_list()} />}>
      {sets.length === 0 ? (
        <EmptyState
          title={m.class_set_none()}
          text={m.class_set_none_text()}
          action={
            <Link to="/manager/books" className={buttonClass('second')}>
              {m.books_empty_action()}
            </Link>
          }
        />
      ) : (
        <div className={panelClass}>
          <ClassSetRows sets={sets} by="book" />
        </div>
      )}
    </ManagerPage>
  )
}

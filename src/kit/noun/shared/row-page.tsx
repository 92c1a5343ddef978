import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { activityQuery } from '#kit/activity/activity.data.ts'
import { ActivityPanel } from '#kit/activity/shared/activity-list.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { NOUNS } from '#nouns.ts'
import { buttonClass } from '#base/ui/button.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { RowDelete, type RowDeleteProps } from './row-delete.tsx'

interface RowPageProps extends RowDeleteProps {
  words: RowDeleteProps['words'] & { list: string }
  /** The fields of the row, such as a `FieldList`. */
  children: ReactNode
}

/** The page of a row for managers: its fields, its history, the ways to change and to delete it. */
export function RowPage({ children, ...props }: RowPageProps) {
  const { kind, row, name, words } = props
  const { to } = NOUNS[kind].manager
  return (
    <ManagerPage
      title={name}
      trail={<ListBackLink to={to} label={words.list} />}
      actions={
        <>
          <RowDelete {...props} />
          <Link
            to={`${to}/$id/update`}
            params={{ id: row.id }}
            state={{ isFromDetail: true }}
            className={buttonClass()}
          >
            {m.noun_edit()}
          </Link>
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <div className={panelClass}>{children}</div>
        <ActivityPanel query={activityQuery(kind, row.id)} title={m.book_history()} />
      </div>
    </ManagerPage>
  )
}

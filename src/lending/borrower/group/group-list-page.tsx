import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { panelClass, rowActionClass } from '#base/ui/panel.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { groupsQuery } from './group.data.ts'
import type { BorrowerGroup } from './group.schema.ts'
import { groupLinks } from '../borrower.slots.ts'

/** The classes and groups with their rules of lending. */
export function GroupListPage() {
  const { items } = useSuspenseQuery(groupsQuery).data
  const [edited, setEdited] = useState<{ group: BorrowerGroup | undefined; isOpen: boolean; turn: number }>({
    group: undefined,
    isOpen: false,
    turn: 0,
  })
  const edit = (group: BorrowerGroup | undefined) => setEdited(({ turn }) => ({ group, isOpen: true, turn: turn + 1 }))
  const add = <Button onClick={() => edit(undefined)}>{m.group_new()}</Button>
  return (
    <ManagerPage
      title={m.group_list()}
      trail={<ListBackLink to="/manager/borrowers" label={m.borrower_list()} />}
      actions={
        <>
          <groupLinks.Parts />
          {items.length > 0 && add}
        </>
      }
    >
      {items.length === 0 && <EmptyState title={m.group_none_title()} text={m.group_none()} action={add} />}
      <div className={`${panelClass} ${items.length === 0 ? 'hidden' : ''}`}>
        {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
        <ul role="list">
          {items.map((group) => (
            <li
              key={group.id}
              className="flex flex-wrap items-center gap-x-5 border-t border-line py-1.5 first:border-0"
            >
              <span className="min-w-[min(9rem,100%)] flex-1">
                <bdi className="font-semibold">{group.name}</bdi>
                <span className="block text-sm text-muted">
                  {m.borrower_count({ count: group.borrowers, shown: formatNumber(group.borrowers) })}
                </span>
              </span>
              <span className="order-last flex w-full flex-wrap gap-x-5 gap-y-1 pb-1.5 md:order-none md:w-auto md:pb-0">
                {[
                  [m.group_loan_days(), group.loanDays] as const,
                  [m.group_books(), group.booksAtATime] as const,
                  [m.group_renewals(), group.renewals] as const,
                ].map(([label, value]) => (
                  <span key={label} className="text-sm">
                    <span className="text-muted">{m.common_label({ label })}</span> {formatNumber(value)}
                  </span>
                ))}
              </span>
              <button
                type="button"
                className={rowActionClass}
                aria-label={m.group_edit({ name: group.name })}
                onClick={() => edit(group)}
              >
                {m.noun_edit()}
              </button>
            </li>
          ))}
        </ul>
      </div>
      {/* A new dialog for each group: a dialog keeps what was typed into it. */}
      <GroupDialog
        key={edited.turn}
        group={edited.group}
        isOpen={edited.isOpen}
        onClose={() => setEdited((before) => ({ ...before, isOpen: false }))}
      />
    </ManagerPage>
  )
}

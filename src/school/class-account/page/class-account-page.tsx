import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { formatDate, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { LoadFailed } from '#base/ui/state/load-failed.tsx'
import { Spinner } from '#base/ui/state/spinner.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import type { BorrowersChosen } from '#lending/borrower/borrower.schema.ts'
import {
  accountsPlanQuery,
  lastAccountsQuery,
  useChooseForAccounts,
  useChosenForAccounts,
} from '../class-account.data.ts'
import { ACCOUNTS_MAX } from '../class-account.schema.ts'
import { SchoolYearTabs } from '#school/school-year/shared/school-year-tabs.tsx'
import { useUndoAccounts } from '../use-undo-accounts.ts'
import { AccountsPanel } from './accounts-panel.tsx'
import { CardsOfClass } from './cards-of-class.tsx'

interface ClassAccountPageProps {
  groupId: string | undefined
  timeZone: string
}

/** Accounts and sign-in cards for a class, or for who was selected in the list of borrowers: what would become of each, and the undo. */
export function ClassAccountPage({ groupId, timeZone }: ClassAccountPageProps) {
  const groups = useSuspenseQuery(groupsQuery).data.items
  const navigate = useNavigate()
  const chosen = useChosenForAccounts()
  const choose = useChooseForAccounts()
  const borrowers: BorrowersChosen | null =
    groupId === undefined ? chosen : { filter: { groupId, searchTerm: '' }, except: [] }
  return (
    <ManagerPage
      title={m.class_account_title()}
      trail={<ListBackLink to="/manager/borrowers" label={m.borrower_list()} />}
    >
      <SchoolYearTabs />
      <LastAccounts timeZone={timeZone} />
      {groups.length === 0 && borrowers === null ? (
        <EmptyState
          title={m.group_none_title()}
          text={m.class_account_text()}
          action={
            <Link to="/manager/borrowers/groups" className={buttonClass()}>
              {m.group_list()}
            </Link>
          }
        />
      ) : (
        <SelectField
          className="mb-4 max-w-72"
          label={m.borrower_group()}
          value={groupId ?? ''}
          options={[
            { value: '', label: chosen === null ? m.certificate_choose() : m.class_account_selected() },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => {
            if (id !== '') choose(null)
            void navigate({
              to: '/manager/borrowers/accounts',
              search: { groupId: id === '' ? undefined : id },
              replace: true,
            })
          }}
        />
      )}
      {borrowers === null ? (
        groups.length > 0 && <p className="max-w-prose text-pretty text-muted">{m.class_account_text()}</p>
      ) : (
        <Accounts key={JSON.stringify(borrowers)} borrowers={borrowers} timeZone={timeZone} />
      )}
    </ManagerPage>
  )
}

function Accounts({ borrowers, timeZone }: { borrowers: BorrowersChosen; timeZone: string }) {
  const query = useQuery(accountsPlanQuery(borrowers))
  const { data: plan } = query
  if (!plan) return query.error ? <LoadFailed title={m.class_account_load_failed()} query={query} /> : <Spinner />
  if (plan.total > ACCOUNTS_MAX)
    return (
      <p role="alert">
        {m.class_account_too_many({ count: formatNumber(plan.total), most: formatNumber(ACCOUNTS_MAX) })}
      </p>
    )
  if (plan.total === 0) return <p role="status">{m.class_account_nobody()}</p>
  return (
    <>
      <AccountsPanel borrowers={borrowers} plan={plan} />
      <CardsOfClass plan={plan} timeZone={timeZone} />
    </>
  )
}

/** The last time that accounts were made, with the way back. */
function LastAccounts({ timeZone }: { timeZone: string }) {
  const { data: last } = useQuery(lastAccountsQuery)
  const undo = useUndoAccounts()
  if (!last) return null
  return (
    <section className={`${panelClass} mb-4 flex flex-wrap items-center gap-x-4 gap-y-2`}>
      <p className="min-w-0 flex-1 basis-60">
        {m.class_account_last({
          at: formatDate(last.createdAt, timeZone),
          made: formatNumber(last.made),
          linked: formatNumber(last.linked),
        })}
      </p>
      <Button {...blockedInDemo} look="second" isBusy={undo.isBusy} onClick={() => void undo.run(last.id)}>
        {m.books_undo()}
      </Button>
    </section>
  )
}

import { Link } from '@tanstack/react-router'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { useRefreshUsers } from '#people/user/user.data.ts'
import type { BorrowersChosen } from '#lending/borrower/borrower.schema.ts'
import { inviteClass, makeClassAccounts } from '../class-account.data.ts'
import {
  ACCOUNT_OUTCOMES,
  type AccountOutcome,
  type AccountsPlan,
  type PlannedAccount,
} from '../class-account.schema.ts'

/** What becomes of a borrower, as the heading of all of whom that is so. */
const HEADINGS: Record<AccountOutcome, () => string> = {
  link: m.class_account_link,
  invite: m.class_account_invite,
  make: m.class_account_make,
  has: m.class_account_has,
  unproven: m.class_account_unproven,
  taken: m.class_account_taken,
  banned: m.class_account_banned,
  shared: m.class_account_shared,
  invalid: m.class_account_invalid,
  none: m.class_account_none,
}

/** What is done, in the order of the page; all others are left alone. */
const DONE = new Set<AccountOutcome>(['link', 'invite', 'make'])

interface AccountsPanelProps {
  borrowers: BorrowersChosen
  plan: AccountsPlan
}

/** What would become of each borrower, by name, and the button that does it. */
export function AccountsPanel({ borrowers, plan: { people, mark, hasCards } }: AccountsPanelProps) {
  const refreshUsers = useRefreshUsers()
  const refreshBorrowers = useRefresh('borrower')
  const refresh = () => Promise.all([refreshBorrowers(), refreshUsers()])
  const of = (outcome: AccountOutcome) => people.filter((one) => one.outcome === outcome)
  const [made, linked] = [of('invite').length + of('make').length, of('link').length]
  const make = useAction(
    async () => {
      await makeClassAccounts({ data: { borrowers, mark } })
      void toast({ type: 'success', title: m.class_account_done() })
    },
    {
      failure: m.class_account_not_done(),
      refresh,
      onRefused: ({ code }) => {
        // What is shown is not so any more.
        if (code === 'CLASS_ACCOUNTS_CHANGED') void refresh()
        return false
      },
    },
  )
  const uninvited = people.filter(({ account }) => account?.isUninvited)
  const invite = useAction(() => inviteClass({ data: { ids: uninvited.map(({ id }) => id) } }), {
    failure: m.class_account_not_invited(),
    success: m.class_account_inviting(),
    refresh: refreshBorrowers,
  })
  return (
    <Panel
      title={m.class_account_plan()}
      action={
        made + linked > 0 && (
          <Button
            {...blockedInDemo}
            className="max-w-full [overflow-wrap:anywhere]"
            isBusy={make.isBusy}
            onClick={() => void make.run()}
          >
            {buttonText(made, linked)}
          </Button>
        )
      }
    >
      <div className="mt-2">
        {ACCOUNT_OUTCOMES.map((outcome) => (
          <People key={outcome} outcome={outcome} people={of(outcome)} />
        ))}
      </div>
      {!hasCards && of('none').length > 0 && (
        <p className="mt-2 text-sm">
          {/* The pages of operations stand above: no route that this floor may count on. */}
          <a href="/manager/settings" className="rounded-sm font-medium underline">
            {m.class_account_cards_off()}
          </a>
        </p>
      )}
      {uninvited.length > 0 && (
        <Button
          {...blockedInDemo}
          look="second"
          className="mt-3 max-w-full [overflow-wrap:anywhere]"
          isBusy={invite.isBusy}
          onClick={() => void invite.run()}
        >
          {m.class_account_invite_rest({ count: formatNumber(uninvited.length) })}
        </Button>
      )}
    </Panel>
  )
}

function buttonText(made: number, linked: number): string {
  if (linked === 0) return m.class_account_do_make({ count: formatNumber(made) })
  if (made === 0) return m.class_account_do_link({ count: formatNumber(linked) })
  return m.class_account_do_both({ made: formatNumber(made), linked: formatNumber(linked) })
}

/** Names that are shown before the rest is unfolded. */
const SHOWN = 8

function People({ outcome, people }: { outcome: AccountOutcome; people: readonly PlannedAccount[] }) {
  if (people.length === 0) return null
  const rest = people.slice(SHOWN)
  return (
    <section className="border-t border-line py-2.5 first:border-0">
      <h3 className="flex items-baseline gap-x-4 font-sans text-[0.9375rem] font-medium">
        <span className={`min-w-0 flex-1 text-pretty ${DONE.has(outcome) || outcome === 'has' ? '' : 'text-muted'}`}>
          {HEADINGS[outcome]()}
        </span>
        <span className="tabular-nums">{formatNumber(people.length)}</span>
      </h3>
      <Names people={people.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-sm text-sm font-medium text-accent hover:underline">
            {m.class_account_more({ count: formatNumber(rest.length) })}
          </summary>
          <Names people={rest} />
        </details>
      )}
    </section>
  )
}

const Names = ({ people }: { people: readonly PlannedAccount[] }) => (
  // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
  <ul role="list" className="text-sm sm:columns-2 sm:gap-8 xl:columns-3">
    {people.map(({ id, name, className, email }) => (
      <li key={id} className="break-inside-avoid py-1 [overflow-wrap:anywhere]">
        <Link to="/manager/borrowers/$id" params={{ id }} className="rounded-sm font-medium hover:underline">
          <bdi>{name}</bdi>
        </Link>{' '}
        <span className="text-muted">
          <bdi>{className}</bdi>
          {email !== '' && (
            <bdi dir="ltr" className="block text-start">
              {email}
            </bdi>
          )}
        </span>
      </li>
    ))}
  </ul>
)

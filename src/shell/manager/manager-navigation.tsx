import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { can } from '#auth/permissions.ts'
import { figuresQuery } from '#features/dashboard/dashboard.data.ts'
import { useIsLending } from '#features/settings/settings.data.ts'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { namesWith } from '#lib/noun.ts'
import { navigationWord } from '#noun-lists.ts'
import { NOUNS } from '#nouns.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { ManagerIcon, type ManagerIconName } from '#ui/manager-icon.tsx'
import './manager-navigation.css'

interface Person {
  name: string
  email: string | null
  role: string
}

export interface ManagerNavigationProps {
  person: Person
  /** Opens the list of keyboard shortcuts; undefined on a phone. */
  onKeys?: () => void
}

/** Navigation of the manager area: two groups, or the desk alone for its helpers, then links to the reader area and the account. */
export function ManagerNavigation({ person, onKeys }: ManagerNavigationProps) {
  const isManager = can(person.role, 'apps:manager')
  return (
    <nav aria-label={m.nav_label()} className="flex min-h-0 flex-1 flex-col">
      {/* In a low window it scrolls, and what is below stays in sight. */}
      <div className="-mx-1 mb-1.5 flex-1 border-line px-1 pb-2 manager-items md:min-h-40 md:overflow-y-auto md:border-b">
        {isManager ? (
          <ManagerItems role={person.role} />
        ) : (
          <Group name={m.nav_application()}>
            <Item to="/manager/desk" icon="scan" label={m.desk_title()} />
          </Group>
        )}
      </div>
      {onKeys && (
        <button type="button" onClick={onKeys} className={`${ITEM} text-muted`}>
          <ManagerIcon name="keyboard" />
          {m.nav_keys()}
          <kbd className="ms-auto rounded-[5px] border border-line-strong px-1.5 font-sans text-xs">?</kbd>
        </button>
      )}
      <Link to="/home" className={ITEM}>
        <Icon name="home" />
        {m.nav_home()}
      </Link>
      <Link to="/app" className={ITEM}>
        <Icon name="open" />
        {m.nav_open_app()}
      </Link>
      <Account person={person} to={isManager ? '/manager/account' : '/app/account'} />
    </nav>
  )
}

/** Both groups, as far as the role sees their pages. */
function ManagerItems({ role }: { role: string }) {
  const isLending = useIsLending()
  // Optional: without the figures, the items have no counts.
  const { data } = useQuery(figuresQuery)
  return (
    <>
      <Group name={m.nav_application()}>
        <Item to="/manager/dashboard" icon="grid" label={m.nav_dashboard()} />
        {isLending && can(role, 'desk:read') && <Item to="/manager/desk" icon="scan" label={m.desk_title()} />}
        <NounItems group="application" counts={data?.counts} role={role} />
        {isLending && can(role, 'loan:read') && (
          <Item to="/manager/overdue" icon="late" label={m.overdue_title()} count={data?.attention.overdue} />
        )}
        {can(role, 'catalogue:merge') && (
          <Item to="/manager/duplicates" icon="duplicates" label={m.duplicates_title()} />
        )}
      </Group>
      <Group name={m.nav_configuration()}>
        <NounItems group="configuration" counts={data?.counts} role={role} />
        <Item to="/manager/activity" icon="clock" label={m.activity_title()} />
        <li>
          <a href="/api/docs" className={ITEM}>
            <ManagerIcon name="code" />
            {m.nav_api_docs()}
          </a>
        </li>
      </Group>
    </>
  )
}

const ITEM =
  'manager-item flex min-h-11 w-full items-center gap-3 rounded-sm px-2.5 text-start text-[0.9rem] font-medium hover:bg-paper aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent'

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <p className="px-2.5 pt-3.5 pb-1.5 text-xs font-semibold text-muted">{name}</p>
      <ul aria-label={name} className="flex flex-col gap-0.5">
        {children}
      </ul>
    </>
  )
}

const LISTED = namesWith(NOUNS, 'manager')

/** Links to the lists of a group's nouns, with their counts. */
function NounItems({ group, counts, role }: NounItemsProps) {
  const isLending = useIsLending()
  return LISTED.map((name) => {
    const noun = NOUNS[name]
    const { manager } = noun
    if ('isLending' in noun && !isLending) return null
    if (manager.group !== group || ('needs' in manager && !can(role, manager.needs))) return null
    return <Item key={name} {...manager} label={navigationWord(name)} count={counts?.[name]} />
  })
}

interface NounItemsProps {
  group: ManagerGroup
  counts: Readonly<Record<string, number>> | undefined
  role: string
}

type ListedNoun = (typeof NOUNS)[(typeof LISTED)[number]]
type ManagerGroup = ListedNoun['manager']['group']

interface ItemProps {
  to:
    | '/manager/dashboard'
    | '/manager/desk'
    | '/manager/overdue'
    | '/manager/duplicates'
    | '/manager/activity'
    | ListedNoun['manager']['to']
  icon: ManagerIconName
  label: string
  count?: number | undefined
}

function Item({ to, icon, label, count }: ItemProps) {
  return (
    <li>
      {/* Marked as current on the pages below it too. */}
      <Link to={to} activeOptions={{ includeSearch: false }} className={ITEM}>
        <ManagerIcon name={icon} />
        {label}
        {count !== undefined && (
          <span className="ms-auto text-[0.8125rem] font-normal text-muted tabular-nums">{formatNumber(count)}</span>
        )}
      </Link>
    </li>
  )
}

function Account({ person, to }: { person: Person; to: '/manager/account' | '/app/account' }) {
  return (
    <div className="mt-1.5 border-t border-line pt-1.5">
      <Link to={to} activeOptions={{ includeSearch: false }} className={`${ITEM} py-2`}>
        <Avatar name={person.name} email={person.email} />
        <span className="min-w-0">
          <span className="block text-[0.85rem] leading-snug font-semibold">{m.nav_account()}</span>
          <span dir="auto" className="block truncate text-xs font-normal text-muted">
            {person.name || person.email}
          </span>
        </span>
      </Link>
    </div>
  )
}

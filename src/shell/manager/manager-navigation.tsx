import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
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
  const overdue = isLending && can(role, 'loan:read')
  return (
    <>
      <Group name={m.nav_application()}>
        <Item to="/manager/dashboard" icon="grid" label={m.nav_dashboard()} />
        {isLending && can(role, 'desk:read') && <Item to="/manager/desk" icon="scan" label={m.desk_title()} />}
        <NounItems
          group="application"
          counts={data?.counts}
          role={role}
          others={{
            book: can(role, 'catalogue:merge')
              ? [{ to: '/manager/duplicates', icon: 'duplicates', label: m.duplicates_title() }]
              : [],
            borrower: overdue
              ? [{ to: '/manager/overdue', icon: 'late', label: m.overdue_title(), count: data?.attention.overdue }]
              : [],
          }}
        />
      </Group>
      <Group name={m.nav_configuration()}>
        <NounItems
          group="configuration"
          counts={data?.counts}
          role={role}
          others={{ settings: [{ to: '/manager/activity', icon: 'clock', label: m.activity_title() }] }}
        />
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
  // Not in rem: the larger Arabic letters need no higher row.
  'manager-item flex min-h-[44px] w-full items-center gap-3 rounded-sm px-2.5 text-start text-[0.9rem] font-medium hover:bg-paper aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent'

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

interface NounItemsProps {
  group: ManagerGroup
  counts: Readonly<Record<string, number>> | undefined
  role: string
  /** Pages that are lists of no noun, by the noun below which they fold. */
  others: Partial<Record<(typeof LISTED)[number], ItemProps[]>>
}

/** Links to the lists of a group's nouns, with their counts. What belongs to a noun is folded below it. */
function NounItems({ group, counts, role, others }: NounItemsProps) {
  const isLending = useIsLending()
  const items = LISTED.flatMap((name) => {
    const noun = NOUNS[name]
    const { manager } = noun
    if ('isLending' in noun && !isLending) return []
    if (manager.group !== group || ('needs' in manager && !can(role, manager.needs))) return []
    const { to, icon } = manager
    const item: ItemProps = { to, icon, label: navigationWord(name), count: counts?.[name] }
    return [{ name, under: 'under' in manager ? manager.under : undefined, item }]
  })
  return items
    .filter(({ under }) => under === undefined)
    .map(({ name, item }) => {
      const below = [...items.filter(({ under }) => under === name).map((one) => one.item), ...(others[name] ?? [])]
      return below.length === 0 ? <Item key={name} {...item} /> : <FoldedItem key={name} item={item} below={below} />
    })
}

interface FoldedItemProps {
  item: ItemProps
  below: readonly ItemProps[]
}

/**
 * An item with others below it, which are seen once it is opened, and on their own pages: what a manager needs most stays in
 * sight in a low window and on a phone.
 */
function FoldedItem({ item, below }: FoldedItemProps) {
  const id = useId()
  const [wanted, setWanted] = useState<boolean>()
  const isInside = useLocation({
    select: ({ pathname }) => [item, ...below].some(({ to }) => pathname === to || pathname.startsWith(`${to}/`)),
  })
  const isOpen = wanted ?? isInside
  return (
    <li>
      <div className="flex items-center">
        <ItemLink {...item} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={m.nav_below({ name: item.label })}
          className="manager-item grid min-h-[44px] w-9 flex-none place-items-center rounded-sm text-muted hover:bg-paper"
          onClick={() => setWanted(!isOpen)}
        >
          <Icon name="down" className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </div>
      <ul id={id} hidden={!isOpen} aria-label={item.label} className="mt-0.5 flex-col gap-0.5 ps-3 not-hidden:flex">
        {below.map((one) => (
          <Item key={one.to} {...one} />
        ))}
      </ul>
    </li>
  )
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

const Item = (props: ItemProps) => (
  <li>
    <ItemLink {...props} />
  </li>
)

const ItemLink = ({ to, icon, label, count }: ItemProps) => (
  // Marked as current on the pages below it too.
  <Link to={to} activeOptions={{ includeSearch: false }} className={ITEM}>
    <ManagerIcon name={icon} />
    {label}
    {count !== undefined && (
      <span className="ms-auto text-[0.8125rem] font-normal text-muted tabular-nums">{formatNumber(count)}</span>
    )}
  </Link>
)

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

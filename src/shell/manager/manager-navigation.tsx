import { Link, useMatches } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { can } from '#base/auth/permissions.ts'
import { managerPageCounts } from '#kit/navigation/navigation.slots.ts'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { namesWith, navigationLabel } from '#base/lib/noun.ts'
import { navigationItems, onlyPageOf, type NavigationItem } from '#kit/slice.ts'
import { NOUNS } from '#nouns.ts'
import { Avatar } from '#base/ui/avatar.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { ManagerIcon, type ManagerIconName } from '#base/ui/manager-icon.tsx'
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
  const only = onlyPageOf(person.role)
  return (
    <nav aria-label={m.nav_label()} className="flex min-h-0 flex-1 flex-col">
      {/* In a low window these items scroll, and the links below stay in sight. */}
      <div className="-mx-1 mb-1.5 flex-1 border-line px-1 pb-2 manager-items md:min-h-40 md:overflow-y-auto md:border-b">
        {isManager ? (
          <ManagerItems role={person.role} />
        ) : (
          <Group name={m.nav_application()}>
            {only && <Item to={only.to} icon={only.icon} label={only.label()} />}
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
  const pages = navigationItems()
    .filter((page) => can(role, page.needs) && (isLending || !page.isLending))
    .map(entryOfPage)
  const lists = LISTED.flatMap((name) => {
    const noun = NOUNS[name]
    const isHidden = ('isLending' in noun && !isLending) || ('needs' in noun.manager && !can(role, noun.manager.needs))
    return isHidden ? [] : [entryOfNoun(name)]
  })
  // The pages on which a library is worked, its lists, and below each what belongs to it.
  const entries = [
    ...pages.filter(({ isFirst }) => isFirst),
    ...pages.filter((page) => isOnTop(page) && !page.isFirst),
    ...lists,
    ...pages.filter((page) => !isOnTop(page)),
  ]
  return (
    <>
      <Group name={m.nav_application()}>
        <Entries group="application" entries={entries} />
      </Group>
      <Group name={m.nav_configuration()}>
        <Entries group="configuration" entries={entries} />
      </Group>
    </>
  )
}

/** It is one of the pages on which a library is worked, and below no other. */
const isOnTop = ({ group, under }: Entry): boolean => group === 'application' && under === undefined

/** A page in the navigation. */
interface Entry {
  /** The noun whose list it is, or its address. */
  name: string
  group: ListedNoun['manager']['group']
  under: string | undefined
  isFirst?: true | undefined
  item: ItemProps
}

const entryOfPage = ({ to, icon, label, attention, group, under, isFirst, isDocument }: NavigationItem): Entry => ({
  name: to,
  group: group ?? 'application',
  under,
  isFirst,
  item: { to, icon, label: label(), isDocument, count: attention?.isUrgent && { figure: attention.figure } },
})

function entryOfNoun(name: (typeof LISTED)[number]): Entry {
  const noun = NOUNS[name]
  const { to, icon, group } = noun.manager
  const under = 'under' in noun.manager ? noun.manager.under : undefined
  return { name, group, under, item: { to, icon, label: navigationLabel(noun) ?? name, count: { noun: name } } }
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

/** The pages of a group. What belongs to another page of it is folded below that one. */
function Entries({ group, entries }: { group: Entry['group']; entries: readonly Entry[] }) {
  const names = new Set(entries.map(({ name }) => name))
  return entries
    .filter((entry) => entry.group === group && (entry.under === undefined || !names.has(entry.under)))
    .map(({ name, item }) => {
      const below = entries.filter(({ under }) => under === name).map((entry) => entry.item)
      return below.length === 0 ? <Item key={name} {...item} /> : <FoldedItem key={name} item={item} below={below} />
    })
}

interface FoldedItemProps {
  item: ItemProps
  below: readonly ItemProps[]
}

/** The address of the open page, or of the list to which it belongs although it lies elsewhere: its loader says so as `section`. */
const usePlace = (): { place: string; section: string | undefined } =>
  useMatches({
    select: (matches) => {
      const open = matches.at(-1)
      const data: unknown = open?.loaderData
      const hasSection = typeof data === 'object' && data !== null && 'section' in data
      const section = hasSection && typeof data.section === 'string' ? data.section : undefined
      return { place: section ?? open?.pathname ?? '', section }
    },
    structuralSharing: true,
  })

/**
 * An item that folds others below it, seen once it is opened and on their own pages: what a manager needs most stays in
 * sight in a low window and on a phone.
 */
function FoldedItem({ item, below }: FoldedItemProps) {
  const id = useId()
  const [wanted, setWanted] = useState<boolean>()
  const { place } = usePlace()
  const isInside = [item, ...below].some(({ to }) => place === to || place.startsWith(`${to}/`))
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

interface ItemProps {
  to: NavigationItem['to'] | ListedNoun['manager']['to']
  icon: ManagerIconName
  label: string
  isDocument?: true | undefined
  /** What its count is of. */
  count?: { noun: string } | { figure: string } | undefined
}

const Item = (props: ItemProps) => (
  <li>
    <ItemLink {...props} />
  </li>
)

function ItemLink({ to, icon, label, isDocument, count }: ItemProps) {
  const { section } = usePlace()
  const content = (
    <>
      <ManagerIcon name={icon} />
      {label}
      {count && <managerPageCounts.Parts {...count} otherwise={null} />}
    </>
  )
  if (isDocument)
    return (
      <a href={to} className={ITEM}>
        {content}
      </a>
    )
  // Marked as current on the pages below it too, unless one of them belongs to another list.
  const isElsewhere = section !== undefined
  return (
    <Link
      to={to}
      activeOptions={{ includeSearch: false, exact: isElsewhere }}
      aria-current={section === to ? 'page' : undefined}
      className={ITEM}
    >
      {content}
    </Link>
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

import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Avatar } from '#ui/avatar.tsx'
import { Brand } from '#ui/brand.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'

interface Person {
  name: string
  email: string
}

/** The manager's frame: a sidebar, on a phone behind a button. It holds what is built so far. */
export function ManagerFrame({ person }: { person: Person }) {
  // Open for one page: whoever has chosen an item wants to see it.
  const pathname = useLocation({ select: (location) => location.pathname })
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === pathname
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[15.5rem_1fr]">
      <header className="flex items-center justify-between border-b border-line bg-surface px-5 py-3 md:hidden">
        <Brand />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="manager-navigation"
          aria-label={m.nav_label()}
          onClick={() => setOpenAt(isOpen ? undefined : pathname)}
          className="-me-2 grid size-11 place-items-center rounded-md"
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
      </header>
      <aside
        id="manager-navigation"
        className={`${isOpen ? 'flex' : 'hidden'} flex-col gap-0.5 border-b border-line bg-surface px-3 py-4 md:sticky md:top-0 md:flex md:h-dvh md:border-e md:border-b-0`}
      >
        <span className="hidden px-2.5 pt-1 pb-4 md:block">
          <Brand />
        </span>
        <nav aria-label={m.nav_label()} className="flex flex-1 flex-col gap-0.5">
          <p className="px-2.5 pt-2 pb-1.5 text-xs font-semibold text-muted">{m.nav_application()}</p>
          <Item to="/manager/dashboard" icon="grid" label={m.nav_dashboard()} />
          <span className="hidden flex-1 md:block" />
          <Item to="/app" icon="open" label={m.nav_open_app()} />
          <Account person={person} />
        </nav>
      </aside>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

const ITEM =
  'flex min-h-11 items-center gap-3 rounded-sm px-2.5 text-[0.9rem] font-medium hover:bg-paper aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent'

function Item({ to, icon, label }: { to: '/manager/dashboard' | '/app'; icon: IconName; label: string }) {
  return (
    <Link to={to} activeOptions={{ exact: true }} className={ITEM}>
      <Icon name={icon} />
      {label}
    </Link>
  )
}

function Account({ person }: { person: Person }) {
  return (
    <Link to="/manager/account" className={`${ITEM} mt-1.5 border-t border-line py-2`}>
      <Avatar name={person.name} email={person.email} />
      <span className="min-w-0">
        <span className="sr-only">{m.nav_account()}: </span>
        <span dir="auto" className="block truncate text-[0.85rem] leading-snug font-semibold">
          {person.name || person.email}
        </span>
        <span dir="auto" className="block truncate text-xs font-normal text-muted">
          {person.email}
        </span>
      </span>
    </Link>
  )
}

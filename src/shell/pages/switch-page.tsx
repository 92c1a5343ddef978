import { Link, type LinkProps } from '@tanstack/react-router'
import { can } from '#base/auth/permissions.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { onlyPageOf } from '#kit/slice.ts'
import { LibraryBrand } from '#kit/installation/shared/library-brand.tsx'
import { buttonClass } from '#base/ui/button.tsx'
import { Icon, type IconName } from '#base/ui/icon.tsx'

/** `/home`: links to the reader area, to what one sees of the manager area, else to the account, and to `/`. */
export function SwitchPage({ role }: { role: string }) {
  const isManager = can(role, 'apps:manager')
  const only = onlyPageOf(role)
  return (
    <main id="content" className="mx-auto w-full max-w-2xl px-6 py-10 sm:py-20">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <LibraryBrand />
        <Link to="/" className={buttonClass('ghost')}>
          <Icon name="home" />
          {m.common_home()}
        </Link>
      </div>
      <h1 className="mt-10 mb-6 text-3xl">{m.switch_title()}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        <AreaLink to="/app" icon="book" title={m.switch_app()} text={m.switch_app_text()} />
        {isManager && <AreaLink to="/manager" icon="grid" title={m.switch_manager()} text={m.switch_manager_text()} />}
        {only && <AreaLink to={only.to} icon="grid" title={only.label()} text={only.text?.()} />}
        {!isManager && !only && (
          <AreaLink to="/app/account" icon="user" title={m.nav_account()} text={m.switch_account_text()} />
        )}
      </div>
    </main>
  )
}

function AreaLink({
  to,
  icon,
  title,
  text,
}: {
  to: NonNullable<LinkProps['to']>
  icon: IconName
  title: string
  text: string | undefined
}) {
  return (
    <Link
      to={to}
      className="flex flex-wrap items-start gap-4 rounded-lg border border-line bg-raised p-5 shadow-card transition-colors hover:border-line-strong"
    >
      <span className="grid size-11 flex-none place-items-center rounded-md border border-transparent bg-accent-soft text-accent">
        <Icon name={icon} />
      </span>
      <span className="min-w-0 flex-1 basis-32">
        <span className="block font-serif text-lg font-semibold">{title}</span>
        <span className="text-sm text-muted">{text}</span>
      </span>
    </Link>
  )
}

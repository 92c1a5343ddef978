import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { settingPanels } from '#kit/library-settings/library-settings.slots.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel, panelClass } from '#base/ui/panel.tsx'
import { SecondFolderPanel } from '#operations/backup/shared/second-folder-panel.tsx'
import { DevicesPanel } from '#operations/devices/shared/devices-panel.tsx'
import { CardsPanel } from '#people/user/shared/cards-panel.tsx'
import { KeepingPanel } from './keeping-panel.tsx'
import { LibraryPanel } from './library-panel.tsx'
import { MailPanel } from '#operations/mail-server/shared/mail-panel.tsx'
import { ServerSettings } from './server-settings.tsx'
import type { Concern } from './settings-list.schema.ts'
import { settingListQuery } from './settings-list.data.ts'
import { concernText } from './shared/concern-text.ts'

/** What the library decides, and below it what only the operator of the server can set. */
export function SettingsPage() {
  const settings = useSuspenseQuery(settingListQuery).data
  const { library, groups, concerns } = settings
  return (
    <ManagerPage title={m.settings_title()}>
      <div className="grid gap-4 md:grid-cols-2">
        <PageLink to="/manager/health" title={m.health_title()} text={m.health_link_text()} />
        <PageLink to="/manager/update" title={m.update_title()} text={m.update_link_text()} />
      </div>
      {concerns.length > 0 && <Concerns concerns={concerns} />}
      <LibraryPanel {...settings} />
      <MailPanel {...settings.mail} />
      <SecondFolderPanel setting={settings.secondFolder} variable={settings.variables.backupFolder} />
      <settingPanels.Parts library={library} />
      <KeepingPanel {...settings} />
      <CardsPanel library={library} />
      <DevicesPanel {...settings} />
      <ServerSettings groups={groups} />
    </ManagerPage>
  )
}

interface PageLinkProps {
  to: '/manager/health' | '/manager/update'
  title: string
  text: string
}

/** Leads to a page of its own about the library and its server. */
const PageLink = ({ to, title, text }: PageLinkProps) => (
  <Link to={to} className={`${panelClass} flex items-center justify-between gap-3 hover:text-accent`}>
    <span>
      <span className="block font-semibold">{title}</span>
      <span className="block text-sm text-muted">{text}</span>
    </span>
    <Icon name="chevron" className="size-4 text-muted" />
  </Link>
)

function Concerns({ concerns }: { concerns: readonly Concern[] }) {
  return (
    <Panel title={m.settings_concerns()} className="mt-4 border-warning">
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-1">
        {concerns.map((concern) => (
          <li key={concern.code} className="flex gap-3 py-1.5">
            <Icon name="alert" className="mt-0.5 size-5 text-warning" />
            <span className="max-w-prose min-w-0 [overflow-wrap:anywhere]">{concernText(concern)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

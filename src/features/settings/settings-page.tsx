import { useSuspenseQuery } from '@tanstack/react-query'
import { m } from '#i18n/paraglide/messages.js'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { Panel } from '#ui/panel.tsx'
import { LendingPanel } from './lending-panel.tsx'
import type { Concern, Setting, SettingGroup } from './settings-list.schema.ts'
import { settingListQuery } from './settings-list.data.ts'
import { concernText, settingText } from './settings-words.ts'

const GROUPS: Record<SettingGroup['name'], () => string> = {
  server: m.settings_group_server,
  data: m.settings_group_data,
  'sign-in': m.settings_group_sign_in,
  look: m.settings_group_look,
  lookup: m.settings_group_lookup,
  watch: m.settings_group_watch,
}

/** What the library decides, and what the server is set to, from where: that is changed in the environment alone. */
export function SettingsPage() {
  const { library, groups, concerns } = useSuspenseQuery(settingListQuery).data
  return (
    <ManagerPage title={m.settings_title()}>
      <LendingPanel library={library} />
      <p className="mt-6 max-w-prose text-muted">{m.settings_intro()}</p>
      {concerns.length > 0 && <Concerns concerns={concerns} />}
      {groups.map(({ name, settings }) => (
        <Panel key={name} title={GROUPS[name]()} className="mt-4">
          <dl className="mt-1">
            {settings.map((setting) => (
              <SettingRow key={setting.name} setting={setting} />
            ))}
          </dl>
        </Panel>
      ))}
    </ManagerPage>
  )
}

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

function SettingRow({ setting }: { setting: Setting }) {
  const { name, source } = setting
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-line py-2.5 not-last:border-b">
      <dt className="basis-full sm:basis-96">
        <span className="block max-w-prose text-pretty">{settingText(name)}</span>
        <code dir="ltr" className="text-[0.8125rem] [overflow-wrap:anywhere] text-muted">
          {name}
        </code>
      </dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Value setting={setting} />
        {source !== 'default' && (
          <Badge look={source === 'environment' ? 'accent' : 'quiet'}>
            {source === 'environment' ? m.settings_source_environment() : m.settings_source_file()}
          </Badge>
        )}
      </dd>
    </div>
  )
}

function Value({ setting: { state, value, source } }: { setting: Setting }) {
  if (state === 'shown') {
    return (
      <span className="min-w-0">
        <bdi className="font-medium [overflow-wrap:anywhere]">{value}</bdi>
        {source === 'default' && <span className="text-sm text-muted"> ({m.settings_source_default()})</span>}
      </span>
    )
  }
  const word = state === 'unset' ? m.settings_unset() : state === 'secret' ? m.settings_secret() : m.settings_hidden()
  return <span className="text-muted">{word}</span>
}

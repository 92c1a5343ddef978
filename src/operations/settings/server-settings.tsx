import { m } from '#base/i18n/paraglide/messages.js'
import { Badge } from '#base/ui/badge.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import type { Setting, SettingGroup } from './settings-list.schema.ts'
import { settingText } from './settings-words.ts'

const GROUPS: Record<SettingGroup['name'], () => string> = {
  server: m.settings_group_server,
  data: m.settings_group_data,
  'sign-in': m.settings_group_sign_in,
  look: m.settings_group_look,
  lookup: m.settings_group_lookup,
  watch: m.settings_group_watch,
}

/** What the server is set to, and from where: that is changed in the environment alone. */
export const ServerSettings = ({ groups }: { groups: readonly SettingGroup[] }) => (
  <section className="mt-8">
    <h2 className="text-lg">{m.settings_server()}</h2>
    <p className="mt-1 max-w-prose text-muted">{m.settings_intro()}</p>
    {groups.map(({ name, settings }) => (
      <details key={name} className={`${panelClass} group mt-3 py-1!`}>
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-sm font-semibold">
          <h3 className="text-base">{GROUPS[name]()}</h3>
          <Icon name="down" className="size-5 text-muted group-open:rotate-180" />
        </summary>
        <dl>
          {settings.map((setting) => (
            <SettingRow key={setting.name} setting={setting} />
          ))}
        </dl>
      </details>
    ))}
  </section>
)

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

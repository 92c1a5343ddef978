import * as z from 'zod/mini'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { CountInput } from '#base/ui/form/inputs.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { fixedBy } from '#kit/library-settings/shared/setting-switch.tsx'
import { librarySettingsSchema } from '#kit/library-settings/library-settings.schema.ts'
import type { SettingList } from './settings-list.schema.ts'
import { useLibraryForm } from '#kit/library-settings/shared/use-library-form.ts'

const schema = /* @__PURE__ */ z.pick(librarySettingsSchema, { timeZone: true, trashDays: true, securityLogDays: true })

/** The library's time zone, and for how long the trash and the security log are kept. */
export function KeepingPanel({ inForce, variables, zones }: SettingList) {
  const { timeZone, trashDays, securityLogDays } = inForce
  const { form, draft, change } = useLibraryForm(schema, { timeZone, trashDays, securityLogDays })
  const zone = draft.timeZone ?? timeZone
  const daysOf = (field: 'trashDays' | 'securityLogDays') => ({
    name: field,
    value: draft[field] ?? inForce[field],
    isOptional: false,
    error: form.problems[field],
    readOnly: form.isBusy,
    disabled: variables[field] !== undefined,
    autoFocus: false,
    className: '',
    onChange: (days: number) => change({ [field]: days }),
  })
  return (
    <Panel title={m.settings_keeping()} className="mt-4">
      <Form {...form.props} aria-label={m.settings_keeping()} className="mt-2 flex max-w-xl flex-col gap-4">
        <SelectField
          label={m.library_zone()}
          hint={fixedBy(variables.timeZone) ?? m.library_zone_hint()}
          error={form.problems.timeZone}
          isDisabled={variables.timeZone !== undefined}
          value={zone}
          options={[...new Set([zone, ...zones])].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
          onChange={(name) => change({ timeZone: name })}
        />
        <CountInput
          {...daysOf('trashDays')}
          label={m.library_trash()}
          hint={fixedBy(variables.trashDays) ?? m.setting_trash_days()}
        />
        <CountInput
          {...daysOf('securityLogDays')}
          label={m.library_log()}
          hint={fixedBy(variables.securityLogDays) ?? m.setting_security_log_days()}
        />
        <Button {...blockedInDemo} type="submit" look="second" isBusy={form.isBusy} className="self-start">
          {m.noun_save()}
        </Button>
      </Form>
    </Panel>
  )
}

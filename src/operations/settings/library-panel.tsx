import * as z from 'zod/mini'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { pastePlainLine } from '#base/ui/form/paste-plain-line.ts'
import { EmailField, TextField } from '#base/ui/form/text-field.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { librarySettingsSchema } from '#kit/library-settings/library-settings.schema.ts'
import type { SettingList } from './settings-list.schema.ts'
import { fixedBy, SettingSwitch } from '#kit/library-settings/shared/setting-switch.tsx'
import { useLibraryForm } from '#kit/library-settings/shared/use-library-form.ts'

const schema = /* @__PURE__ */ z.pick(librarySettingsSchema, { name: true, contactEmail: true, signup: true })

/** A field that was emptied is not decided. */
const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

/** What the library is called, where it is reached, and who may sign up. */
export function LibraryPanel({ library, inForce, variables }: SettingList) {
  const { form, draft, change } = useLibraryForm(schema, {
    name: library.name,
    contactEmail: library.contactEmail,
    signup: inForce.signup,
  })
  return (
    <Panel title={m.settings_library()} className="mt-4">
      <Form {...form.props} aria-label={m.settings_library()} className="mt-2 flex max-w-xl flex-col gap-4">
        <TextField
          name="name"
          label={m.library_name()}
          hint={m.library_name_hint()}
          error={form.problems.name}
          dir="auto"
          autoComplete="off"
          value={draft.name ?? ''}
          onPaste={pastePlainLine}
          onChange={({ target }) => change({ name: orNull(target.value) })}
        />
        <EmailField
          name="contactEmail"
          label={m.library_contact()}
          hint={fixedBy(variables.contactEmail) ?? m.setting_contact_email()}
          error={form.problems.contactEmail}
          autoComplete="off"
          disabled={variables.contactEmail !== undefined}
          value={variables.contactEmail ? inForce.contactEmail : (draft.contactEmail ?? '')}
          onChange={({ target }) => change({ contactEmail: orNull(target.value) })}
        />
        <SettingSwitch
          label={m.library_signup()}
          hint={fixedBy(variables.signup) ?? m.library_signup_hint()}
          isFixed={variables.signup !== undefined}
          isOn={draft.signup === true}
          onChange={(signup) => change({ signup })}
        />
        <Button {...blockedInDemo} type="submit" look="second" isBusy={form.isBusy} className="self-start">
          {m.noun_save()}
        </Button>
      </Form>
    </Panel>
  )
}

import * as z from 'zod/mini'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { SettingSwitch } from '#kit/library-settings/shared/setting-switch.tsx'
import { librarySettingsSchema, type LibraryDecisions } from '#kit/library-settings/library-settings.schema.ts'
import { useLibraryForm } from '#kit/library-settings/shared/use-library-form.ts'

const schema = /* @__PURE__ */ z.pick(librarySettingsSchema, { signInCards: true })

/** Whether managers may give sign-in cards, and whether those work. */
export function CardsPanel({ library: { signInCards } }: { library: LibraryDecisions }) {
  const { form, draft, change } = useLibraryForm(schema, { signInCards })
  return (
    <Panel title={m.cards_title()} className="mt-4">
      <Form {...form.props} aria-label={m.cards_title()} className="mt-1">
        <SettingSwitch
          label={m.cards_switch()}
          hint={m.cards_switch_hint()}
          isOn={draft.signInCards}
          onChange={(isOn) => change({ signInCards: isOn })}
        />
        <Button {...blockedInDemo} type="submit" look="second" isBusy={form.isBusy} className="mt-3">
          {m.noun_save()}
        </Button>
      </Form>
    </Panel>
  )
}

import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { navigateAway, untilNavigated } from '#base/lib/form/leave.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { forgetDrafts } from '#base/lib/form/saved-drafts.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { forgetPerson } from '#kit/slice.ts'
import { SettingSwitch } from '#kit/library-settings/shared/setting-switch.tsx'
import { openCorner } from '../corner.data.ts'
import { openCornerSchema } from '../corner.schema.ts'

const EMPTY = { name: '', returnsWithoutCard: false }

/**
 * At the top of the desk: makes a self-service corner of this device. Not while scans wait here: they are sent while their helper is
 * signed in, who is signed out by this.
 */
export function OpenCornerAction({ isWaiting }: { isWaiting: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [draft, setDraft] = useState(EMPTY)
  const form = useForm({
    schema: openCornerSchema,
    values: () => draft,
    isChanged: () => draft.name !== '',
    onDiscard: () => setDraft(EMPTY),
    save: async (input) => {
      await openCorner({ data: input })
      forgetDrafts()
      await forgetPerson()
      // A document of its own, so that no data of the person stay in memory.
      navigateAway('/desk/self')
      await untilNavigated()
    },
    failure: m.corner_not_opened(),
  })
  return (
    <>
      <Button {...blockedInDemo} look="second" disabled={isWaiting} onClick={() => setIsOpen(true)}>
        {m.corner_action()}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.corner_open_title()}
        closeLabel={m.common_close()}
      >
        <p className="text-pretty">{m.corner_open_text()}</p>
        <Form {...form.props} className="mt-4 grid gap-4">
          <TextField
            label={m.corner_name()}
            name="name"
            required
            autoFocus
            maxLength={60}
            dir="auto"
            autoComplete="off"
            value={draft.name}
            hint={m.corner_name_hint()}
            error={form.problems.name}
            onChange={({ target }) => {
              form.clear('name')
              setDraft((before) => ({ ...before, name: target.value }))
            }}
          />
          <SettingSwitch
            label={m.corner_returns()}
            hint={m.corner_returns_hint()}
            isOn={draft.returnsWithoutCard}
            onChange={(returnsWithoutCard) => setDraft((before) => ({ ...before, returnsWithoutCard }))}
          />
          <Button type="submit" isBusy={form.isBusy}>
            {m.corner_open()}
          </Button>
        </Form>
      </Dialog>
    </>
  )
}

import * as z from 'zod/mini'
import { CopyForEach } from '#lending/copy/shared/copy-for-each.tsx'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { lendingSwitchWords } from '#kit/library-settings/shared/setting-words.ts'
import { SettingSwitch } from '#kit/library-settings/shared/setting-switch.tsx'
import { librarySettingsSchema, type LibraryDecisions } from '#kit/library-settings/library-settings.schema.ts'
import { useLibraryForm } from '#kit/library-settings/shared/use-library-form.ts'

const FOREVER = 'forever'
const DAYS = [0, 7, 30, 90, 180, 365]

const schema = /* @__PURE__ */ z.pick(librarySettingsSchema, { lending: true, loanMemoryDays: true })

/** Whether the library lends books, and for how long a loan is remembered. */
export function LendingPanel({ library }: { library: LibraryDecisions }) {
  const { lending, loanMemoryDays } = library
  const { form, draft, change } = useLibraryForm(schema, { lending, loanMemoryDays })
  const days = [...new Set([...DAYS, ...(draft.loanMemoryDays === null ? [] : [draft.loanMemoryDays])])]
  return (
    <Panel title={m.lending_title()} className="mt-4">
      <Form {...form.props} aria-label={m.lending_title()} className="mt-1">
        <SettingSwitch
          label={lendingSwitchWords.label()}
          hint={lendingSwitchWords.hint()}
          isOn={draft.lending}
          onChange={(isOn) => change({ lending: isOn })}
        />
        {draft.lending && (
          <SelectField
            label={m.lending_memory()}
            hint={m.lending_memory_hint()}
            className="mt-3 max-w-md"
            value={String(draft.loanMemoryDays ?? FOREVER)}
            options={[
              ...days
                .toSorted((one, other) => one - other)
                .map((count) => ({
                  value: String(count),
                  label:
                    count === 0
                      ? m.lending_memory_none()
                      : m.lending_memory_days({ count, shown: formatNumber(count) }),
                })),
              { value: FOREVER, label: m.lending_memory_forever() },
            ]}
            onChange={(value) => change({ loanMemoryDays: value === FOREVER ? null : Number(value) })}
          />
        )}
        <Button {...blockedInDemo} type="submit" look="second" isBusy={form.isBusy} className="mt-3">
          {m.noun_save()}
        </Button>
      </Form>
      {lending && <CopyForEach />}
    </Panel>
  )
}

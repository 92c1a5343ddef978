import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { CopyForEach } from '#features/copy/shared/copy-for-each.tsx'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { CheckBox } from '#ui/check-box.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { useAction } from '#ui/use-action.ts'
import { changeLibrarySettings } from './settings-list.data.ts'
import type { LibrarySettingsInput } from './settings-list.schema.ts'

const FOREVER = 'forever'
const DAYS = [0, 7, 30, 90, 180, 365]

/** Whether the library lends books, and for how long a loan is remembered. */
export function LendingPanel({ library }: { library: LibrarySettingsInput }) {
  const id = useId()
  const queryClient = useQueryClient()
  const router = useRouter()
  const [draft, setDraft] = useState(library)
  const save = useAction(() => changeLibrarySettings({ data: draft }), {
    failure: m.lending_not_saved(),
    success: m.lending_saved(),
    refresh: async () => {
      // Also what every page knows of the settings.
      await queryClient.invalidateQueries({ queryKey: ['settings'] })
      await router.invalidate()
    },
  })
  const days = [...new Set([...DAYS, ...(draft.loanMemoryDays === null ? [] : [draft.loanMemoryDays])])]
  return (
    <Panel title={m.lending_title()} className="mt-4">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save.run()
        }}
      >
        <label className="mt-1 flex min-h-11 items-center gap-3 font-medium">
          <CheckBox
            checked={draft.lending}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => setDraft({ ...draft, lending: target.checked })}
            className="size-5 flex-none accent-accent"
          />
          {m.lending_switch()}
        </label>
        <p id={`${id}-note`} className="max-w-prose text-sm text-muted">
          {m.lending_switch_hint()}
        </p>
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
            onChange={(value) => setDraft({ ...draft, loanMemoryDays: value === FOREVER ? null : Number(value) })}
          />
        )}
        <Button type="submit" look="second" isBusy={save.isBusy} className="mt-3">
          {m.noun_save()}
        </Button>
      </form>
      {library.lending && <CopyForEach />}
    </Panel>
  )
}

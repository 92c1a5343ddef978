import { useState } from 'react'
import * as z from 'zod/mini'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { FieldNote, TextField } from '#base/ui/form/text-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { claimAdmin } from './restore.data.ts'
import { restoredText } from './restored-text.ts'
import type { RestoredAdmin, RestoredLibrary } from './restore.schema.ts'

interface ClaimPageProps {
  admins: readonly RestoredAdmin[]
  hasPhrase: boolean
  restored: RestoredLibrary
  timeZone: string
}

const schema = z.object({ userId: z.string(), phrase: z.string() })

/** After a restore: the person who did it says which admin they are, and is in. */
export function ClaimPage({ admins, hasPhrase, restored, timeZone }: ClaimPageProps) {
  const [userId, setUserId] = useState(admins.length === 1 ? (admins[0]?.id ?? '') : '')
  const [phrase, setPhrase] = useState('')
  const [isMissing, setMissing] = useState(false)
  const form = useForm({
    schema,
    values: () => ({ userId, phrase }),
    isChanged: () => false,
    save: async (input) => {
      setMissing(input.userId === '')
      if (input.userId === '') return
      await claimAdmin(input.userId, input.phrase)
      // Loads the page anew: all that this one knows is of before the sign-in.
      window.location.assign('/setup')
    },
    hasReason: true,
  })
  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{m.restore_who_title()}</h1>
      <p className="mt-2.5 mb-6 text-pretty text-muted">{restoredText(m.restore_who_text, restored, timeZone)}</p>
      <Form {...form.props} className="flex flex-col gap-6">
        <fieldset aria-describedby="who-note">
          <legend className="mb-2 text-sm font-semibold">{m.restore_who_label()}</legend>
          <div className="overflow-hidden rounded-md border border-line-strong bg-raised">
            {admins.map(({ id, name, email }) => (
              <label
                key={id}
                className={`grid cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3 border-b border-line px-4 py-3 last:border-b-0 ${id === userId ? 'bg-accent-soft' : ''}`}
              >
                <CheckBox
                  type="radio"
                  name="userId"
                  checked={id === userId}
                  aria-labelledby={`name-${id}`}
                  aria-describedby={`address-${id}`}
                  onChange={() => {
                    setMissing(false)
                    setUserId(id)
                  }}
                  className="row-span-2 size-5 flex-none accent-accent"
                />
                <span id={`name-${id}`} dir="auto" className="min-w-0 font-semibold [overflow-wrap:anywhere]">
                  {name || m.user_no_address()}
                </span>
                <span id={`address-${id}`} className="min-w-0 text-sm text-muted [overflow-wrap:anywhere]">
                  {isolated(email ?? m.user_no_address())}
                </span>
              </label>
            ))}
          </div>
          <FieldNote id="who-note" error={isMissing ? m.restore_who_missing() : undefined} />
        </fieldset>
        {hasPhrase && (
          <TextField
            label={m.restore_phrase_label()}
            hint={m.restore_phrase_hint()}
            name="phrase"
            value={phrase}
            dir="auto"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            onChange={({ target }) => setPhrase(target.value)}
          />
        )}
        <p role="alert" className="-my-2 font-medium text-pretty text-danger empty:hidden">
          {form.reason}
        </p>
        <Button type="submit" isBusy={form.isBusy} className="min-h-12 self-start max-sm:w-full">
          {m.restore_who_submit()}
        </Button>
      </Form>
    </main>
  )
}

import { browserTimeZone } from '#base/lib/time-zone.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { useSendsMail } from '#kit/installation/installation.data.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { DialogCancel } from '#base/ui/dialog/dialog-cancel.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { TextField } from '#base/ui/form/text-field.tsx'
import { banUser, useRefreshUsers } from '../user.data.ts'
import { banSchema } from './user-ban.schema.ts'
import { useToastWithUndo, useStaleUser } from '../shared/user-outcome.ts'
import { type User } from '../user.schema.ts'
import { userWord } from '../user-word.ts'
import { CheckBox } from '#base/ui/check-box.tsx'

/** What the form holds. */
export interface BanDraft {
  reason: string
  hasEnd: boolean
  /** End of the ban, as a `datetime-local` field has it. */
  moment: string
}

export const NO_BAN: BanDraft = { reason: '', hasEnd: false, moment: '' }

interface BanFormProps {
  user: User
  version: number
  draft: BanDraft
  onDraft: (draft: BanDraft) => void
  isChanged: () => boolean
  onDiscard: () => void
  /** The user is not as they were when the form opened. */
  onStale: () => void
  onDone: () => void
}

/** Asks for the reason and the end of a ban; both are optional. */
export function BanForm({ user, version, draft, isChanged, onDraft, onDiscard, onStale, onDone }: BanFormProps) {
  const refresh = useRefreshUsers()
  const toastDone = useToastWithUndo()
  const name = userWord(user)
  const { reason, hasEnd, moment } = draft
  // The browser's zone: the page's zone may still be the server's default.
  const timeZone = browserTimeZone()
  const form = useForm({
    schema: banSchema,
    isChanged,
    onDiscard,
    isDraftSaved: true,
    // The field's value is in the browser's time zone; an empty one becomes an invalid date, which is refused.
    values: () => ({ id: user.id, version, reason, until: hasEnd ? new Date(moment) : null }),
    save: async (ban) => {
      const { isTold } = await banUser({ data: ban })
      onDone()
      await refresh()
      toastDone(m.user_ban_done({ name: isolated(name) }), user, isTold)
    },
    failure: m.user_ban_failed(),
    onRefused: useStaleUser(user, onStale),
    wordOf: (field, { key }) => {
      if (field !== 'until') return undefined
      if (moment === '') return m.validation_required()
      return key === 'validation_date_min' ? past(timeZone) : undefined
    },
  })
  const change = (part: Partial<BanDraft>) => {
    form.clear('reason', 'until')
    onDraft({ ...draft, ...part })
  }

  return (
    <Form {...form.props} className="flex flex-col gap-4">
      <TextField
        label={m.user_ban_reason()}
        name="reason"
        value={reason}
        dir="auto"
        autoComplete="off"
        hint={useSendsMail() ? m.user_ban_reason_hint() : m.field_optional()}
        error={form.problems.reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
      <Until hasEnd={hasEnd} onChange={(next) => change({ hasEnd: next })} />
      {hasEnd && (
        <TextField
          label={m.user_ban_moment()}
          name="until"
          value={moment}
          type="datetime-local"
          hint={m.user_ban_zone({ zone: timeZone })}
          error={form.problems.until}
          onChange={(event) => change({ moment: event.target.value })}
        />
      )}
      <Button type="submit" look="danger" isBusy={form.isBusy} className="min-h-12">
        {m.user_ban()}
      </Button>
      <DialogCancel />
    </Form>
  )
}

/** The limit with its time: a date would not be precise enough. */
const past = (timeZone: string): string => m.validation_date_min({ limit: formatDateTime(new Date(), timeZone) })

function Until({ hasEnd, onChange }: { hasEnd: boolean; onChange: (hasEnd: boolean) => void }) {
  const choices = [
    { value: false, label: m.user_ban_until_lifted() },
    { value: true, label: m.user_ban_until_moment() },
  ]
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{m.user_ban_until()}</legend>
      {choices.map(({ value, label }) => (
        <label key={label} className="flex min-h-11 items-center gap-3">
          <CheckBox
            type="radio"
            name="has-end"
            checked={hasEnd === value}
            onChange={() => onChange(value)}
            className="size-5 accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

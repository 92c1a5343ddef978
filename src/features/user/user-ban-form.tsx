import { useRef, useState } from 'react'
import { problemsOf, type Problem } from '#i18n/check.ts'
import { formatDateTime } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import '#i18n/more-words.ts'
import { problemText } from '#i18n/words.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useAction } from '#ui/use-action.ts'
import { banUser, useRefreshUsers } from './user.data.ts'
import { banSchema, type BanInput } from './user-ban.schema.ts'
import { toastDone, useGoneUser } from './user-outcome.ts'
import { type User } from './user.schema.ts'
import { userWord } from './user-word.ts'

/** What the form holds. */
export interface BanDraft {
  reason: string
  hasEnd: boolean
  /** As a `datetime-local` field has it. */
  moment: string
}

export const NO_BAN: BanDraft = { reason: '', hasEnd: false, moment: '' }

interface BanFormProps {
  user: User
  draft: BanDraft
  onDraft: (draft: BanDraft) => void
  onCancel: () => void
  onDone: () => void
}

/** Why, and until when: both are the manager's to say. */
export function BanForm({ user, draft, onDraft, onCancel, onDone }: BanFormProps) {
  const refresh = useRefreshUsers()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Record<string, Problem>>({})
  const forgetGone = useGoneUser(user)
  const name = userWord(user)
  const { reason, hasEnd, moment } = draft
  // That of this browser: the page's own may still be the server's.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

  const refuse = (found: Record<string, Problem>) => {
    setProblems(found)
    form.current?.querySelector<HTMLInputElement>(found.reason ? '[name=reason]' : '[name=moment]')?.focus()
  }
  const change = (part: Partial<BanDraft>) => {
    setProblems({})
    onDraft({ ...draft, ...part })
  }
  const ban = useAction(
    async (input: BanInput) => {
      const { isTold } = await banUser({ data: input })
      onDone()
      await refresh()
      toastDone(m.user_ban_done({ name }), user, isTold)
    },
    {
      failure: m.user_ban_failed(),
      onRefused: (refusal) => {
        if (Object.keys(refusal.fields).length === 0) return forgetGone(refusal)
        refuse(refusal.fields)
        return true
      },
    },
  )
  const submit = () => {
    if (hasEnd && moment === '') return refuse({ until: { key: 'validation_required' } })
    // What stands in the field is a time of this browser's zone.
    const typed = { id: user.id, reason, until: hasEnd ? new Date(moment) : null }
    const read = banSchema.safeParse(typed)
    if (!read.success) return refuse(problemsOf(read.error.issues))
    void ban.run(read.data)
  }

  const errorAt = (field: string) => problems[field] && problemText(problems[field])
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!ban.isBusy) submit()
      }}
    >
      <TextField
        label={m.user_ban_reason()}
        name="reason"
        value={reason}
        dir="auto"
        autoComplete="off"
        hint={m.user_ban_reason_hint()}
        error={errorAt('reason')}
        onChange={(event) => change({ reason: event.target.value })}
      />
      <Until hasEnd={hasEnd} onChange={(next) => change({ hasEnd: next })} />
      {hasEnd && (
        <TextField
          label={m.user_ban_moment()}
          name="moment"
          value={moment}
          type="datetime-local"
          hint={m.user_ban_zone({ zone: timeZone })}
          error={problems.until?.key === 'validation_date_min' ? past(timeZone) : errorAt('until')}
          onChange={(event) => change({ moment: event.target.value })}
        />
      )}
      <Button type="submit" look="danger" isBusy={ban.isBusy} className="h-12">
        {m.user_ban()}
      </Button>
      <Button look="second" onClick={onCancel}>
        {m.common_cancel()}
      </Button>
    </form>
  )
}

/** A day is not enough where the limit is this minute. */
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
          <input
            type="radio"
            name="until"
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

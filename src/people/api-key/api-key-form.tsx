import type { RefObject } from 'react'
import type { KeyScope } from '#base/auth/api-key/key-scope.schema.ts'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { now } from '#base/lib/clock.ts'
import { Button } from '#base/ui/button.tsx'
import { DialogCancel } from '#base/ui/dialog/dialog-cancel.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { FieldNote, TextField } from '#base/ui/form/text-field.tsx'
import type { FormProblem } from '#base/ui/form/use-problem.tsx'
import { newDraft, scopesOf, type KeyDraft } from './api-key-draft.ts'
import { ApiKeyScopes, Choice } from './api-key-scopes.tsx'
import { apiKeyInputSchema, KEY_DAYS, type ApiKeyInput } from './api-key.schema.ts'

const DAY = 86_400_000

interface ApiKeyFormProps {
  field: RefObject<HTMLInputElement | null>
  draft: KeyDraft
  /** Permissions that the user may grant. */
  scopes: readonly KeyScope[]
  timeZone: string
  problem: FormProblem
  onDraft: (draft: KeyDraft) => void
  /** Creates the key; may throw. */
  onSave: (input: ApiKeyInput) => Promise<void>
}

/** Form of a new key: name, permissions, validity. */
export function ApiKeyForm({ field, draft, scopes, timeZone, problem, onDraft, onSave }: ApiKeyFormProps) {
  const form = useForm({
    schema: apiKeyInputSchema,
    values: () => ({
      name: draft.name,
      scopes: scopesOf(draft).filter((one) => scopes.includes(one)),
      days: draft.days,
    }),
    save: onSave,
    // The draft is kept while the user looks for the code, so only the form has something to lose.
    isChanged: () => draft.name.trim() !== '',
    onDiscard: () => onDraft(newDraft()),
    problem,
    wordOf: (name) => (name === 'scopes' ? m.account_key_scope_required() : undefined),
  })
  const change = (next: Partial<KeyDraft>) => {
    form.clear('name', 'scopes')
    onDraft({ ...draft, ...next })
  }

  return (
    <Form {...form.props} className="flex flex-col gap-4">
      <TextField
        ref={field}
        label={m.onboarding_name_label()}
        name="name"
        autoComplete="off"
        // Takes the focus also when a later step leads back to this form.
        autoFocus
        dir="auto"
        maxLength={200}
        value={draft.name}
        hint={m.account_key_name_hint()}
        error={form.problems.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <ApiKeyScopes draft={draft} scopes={scopes} error={form.problems.scopes} onChange={change} />
      <Days draft={draft} timeZone={timeZone} onChange={change} />
      <div>
        <FieldNote id="api-key-note" error={problem.text} />
        <Button type="submit" isBusy={form.isBusy} className="min-h-12 w-full">
          {m.account_key_create()}
        </Button>
      </div>
      <DialogCancel className="-mt-1" />
    </Form>
  )
}

interface DaysProps {
  draft: KeyDraft
  timeZone: string
  onChange: (next: Partial<KeyDraft>) => void
}

function Days({ draft, timeZone, onChange }: DaysProps) {
  return (
    <fieldset aria-describedby="api-key-until">
      <legend className="mb-1 text-sm font-semibold">{m.account_key_days_label()}</legend>
      <div className="flex flex-wrap gap-x-6">
        {KEY_DAYS.map((days) => (
          <Choice key={days} name="days" isChosen={draft.days === days} onChoose={() => onChange({ days })}>
            {m.account_key_days({ days })}
          </Choice>
        ))}
      </div>
      <p id="api-key-until" className="text-sm text-muted">
        {m.account_key_until({ date: formatDate(new Date(now().getTime() + draft.days * DAY), timeZone) })}
      </p>
    </fieldset>
  )
}

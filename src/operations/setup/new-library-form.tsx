import { useId, type ReactNode } from 'react'
import { sentProblem, type SentForm } from '#base/errors/sent-form.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { lendingSwitchWords } from '#kit/library-settings/shared/setting-words.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { problemText } from '#base/i18n/problem-text.ts'
import { Button } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { EmailField, FieldNote, TextField } from '#base/ui/form/text-field.tsx'
import { useKeptForm } from './use-kept-form.ts'

interface NewLibraryFormProps {
  proof: string
  /** Number of sample books. */
  samples: number
  /** Whether the library can lend, which it then decides. */
  canLend: boolean
  /** Whether it asks for the code that the terminal or the menu entry shows. */
  hasCode: boolean
  sent: SentForm | null
  /** Whether the library was restored and lacks an admin alone. */
  isRestored?: boolean
}

/** Who manages a new library, and with what it begins. A native form, since it is sent once. */
export function NewLibraryForm({ proof, samples, canLend, hasCode, sent, isRestored = false }: NewLibraryFormProps) {
  const problem = (field: string) => {
    const found = sent?.error.fields[field]
    return found && problemText(found)
  }
  const first = ['library', 'name', 'email', 'code'].find(problem) ?? 'library'
  const form = useKeptForm()
  const isElsewhere = sent !== null && Object.keys(sent.error.fields).length === 0
  return (
    <>
      <Form isChanged={false} ref={form} method="post" action="/setup" noValidate className="flex flex-col gap-5">
        <input type="hidden" name="proof" value={proof} />
        {isRestored ? (
          <input type="hidden" name="restored" value="on" />
        ) : (
          <TextField
            label={m.library_name()}
            hint={m.library_name_hint()}
            name="library"
            autoComplete="organization"
            dir="auto"
            autoFocus={first === 'library'}
            maxLength={60}
            defaultValue={sent?.values.library}
            error={problem('library')}
          />
        )}
        <TextField
          label={m.setup_name_label()}
          name="name"
          autoComplete="name"
          dir="auto"
          autoFocus={first === 'name'}
          maxLength={100}
          defaultValue={sent?.values.name}
          error={problem('name')}
        />
        <EmailField
          label={m.setup_email_label()}
          hint={m.setup_email_hint()}
          autoComplete="email"
          autoFocus={first === 'email'}
          defaultValue={sent?.values.email}
          error={problem('email')}
        />
        {hasCode && (
          <TextField
            label={m.setup_code_label()}
            hint={m.setup_code_hint()}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            autoFocus={first === 'code'}
            maxLength={40}
            defaultValue={sent?.values.code}
            error={problem('code')}
          />
        )}
        {samples > 0 && !isRestored && (
          <Choice name="samples" isOn={sent === null || sent.values.samples === 'on'} hint={m.setup_samples_hint()}>
            {m.setup_samples_label({ count: samples, shown: formatNumber(samples) })}
          </Choice>
        )}
        {canLend && !isRestored && (
          <Choice
            name="lending"
            isOn={sent === null ? samples > 0 : sent.values.lending === 'on'}
            hint={lendingSwitchWords.hint()}
          >
            {lendingSwitchWords.label()}
          </Choice>
        )}
        <FieldNote id="setup-note" error={isElsewhere ? sentProblem(sent) : undefined} />
        <Button type="submit" className="min-h-12 w-full">
          {m.setup_submit()}
        </Button>
      </Form>
      <p className="mt-5 text-sm text-pretty text-muted">{m.setup_later()}</p>
    </>
  )
}

interface ChoiceProps {
  name: string
  isOn: boolean
  hint: string
  children: ReactNode
}

function Choice({ name, isOn, hint, children }: ChoiceProps) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-medium">
        <CheckBox name={name} defaultChecked={isOn} aria-describedby={id} className="size-5 flex-none accent-accent" />
        <span>{children}</span>
      </label>
      <p id={id} className="ms-8 text-sm text-pretty text-muted">
        {hint}
      </p>
    </div>
  )
}

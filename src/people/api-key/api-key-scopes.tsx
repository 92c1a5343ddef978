import { useId, type ReactNode } from 'react'
import { sortedScopes, type KeyScope } from '#base/auth/api-key/key-scope.schema.ts'
import { isOfLending } from '#base/auth/permissions.ts'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import type { KeyAccess, KeyDraft } from './api-key-draft.ts'
import { scopeGroups, scopeWord } from './api-key-words.ts'
import { CheckBox } from '#base/ui/check-box.tsx'

interface ChoiceProps {
  name: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

/** A radio button. */
export function Choice({ name, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <CheckBox type="radio" name={name} checked={isChosen} onChange={onChoose} className="size-5 accent-accent" />
      {children}
    </label>
  )
}

const CHOICES: [KeyAccess, () => string][] = [
  ['books', m.account_key_scopes_books],
  ['all', m.account_key_scopes_read_all],
  ['chosen', m.account_key_scopes_choose],
]

interface ApiKeyScopesProps {
  draft: KeyDraft
  scopes: readonly KeyScope[]
  error: ReactNode
  onChange: (next: Partial<KeyDraft>) => void
}

/** Choice of a key's permissions: read books, read everything, or one by one. */
export function ApiKeyScopes({ draft, scopes, error, onChange }: ApiKeyScopesProps) {
  const isLending = useIsLending()
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-note`}>
      <legend className="mb-1 text-sm font-semibold">{m.account_key_scopes_label()}</legend>
      <div className="flex flex-col">
        {CHOICES.map(([access, word]) => (
          <Choice key={access} name="access" isChosen={draft.access === access} onChoose={() => onChange({ access })}>
            {word()}
          </Choice>
        ))}
      </div>
      {draft.access === 'chosen' && (
        <div className="mt-1 flex flex-col gap-3 rounded-md border border-line px-3.5 pt-2.5 pb-1">
          {scopeGroups(scopes.filter((scope) => isLending || !isOfLending(scope))).map(
            ({ group, name, scopes: own }) => (
              <fieldset key={group}>
                <legend className="text-[0.8125rem] font-semibold text-muted">{name}</legend>
                <div className="grid grid-cols-2 gap-x-4">
                  {own.map((scope) => (
                    <Scope
                      key={scope}
                      scope={scope}
                      isGiven={draft.chosen.includes(scope)}
                      hasError={error !== undefined}
                      onToggle={(isGiven) =>
                        onChange({
                          chosen: isGiven
                            ? sortedScopes([...draft.chosen, scope])
                            : draft.chosen.filter((one) => one !== scope),
                        })
                      }
                    />
                  ))}
                </div>
              </fieldset>
            ),
          )}
        </div>
      )}
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  )
}

interface ScopeProps {
  scope: KeyScope
  isGiven: boolean
  hasError: boolean
  onToggle: (isGiven: boolean) => void
}

function Scope({ scope, isGiven, hasError, onToggle }: ScopeProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <CheckBox
        name="scopes"
        value={scope}
        checked={isGiven}
        aria-invalid={hasError || undefined}
        onChange={() => onToggle(!isGiven)}
        className="size-5 flex-none accent-accent"
      />
      {scopeWord(scope)}
    </label>
  )
}

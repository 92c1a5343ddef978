import { useId, useState, type ReactNode } from 'react'
import { ROLE_NAMES, type RoleName } from '#base/auth/role.schema.ts'
import { rolesOf } from '#base/lib/roles-of.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { useHasCards, useIsLending } from '#kit/installation/installation.data.ts'
import { roleWord } from '#base/i18n/role-word.ts'
import { EmailField, FieldNote, TextField } from '#base/ui/form/text-field.tsx'
import type { RowForm } from '#kit/noun/shared/use-row-form.ts'
import type { SavedUser } from './user-draft.ts'
import type { UserInput } from '../user.schema.ts'
import { userFields } from '../user-labels.ts'
import { CheckBox } from '#base/ui/check-box.tsx'

interface UserFieldsProps {
  state: RowForm<SavedUser, UserInput>
  /** The user edits themselves: address and the admin role cannot be changed here. */
  isMe?: boolean
  /** The first field has the focus. */
  hasFocus?: boolean
  emailHint?: string
  nameHint?: string | undefined
}

/** The fields of a user: address, name, roles. */
export function UserFields({ state, isMe = false, hasFocus = false, emailHint, nameHint }: UserFieldsProps) {
  const { draft, change } = state
  const { problems, isBusy } = state.form
  const hasNone = draft.email === null
  return (
    <>
      <div>
        {hasNone || (
          <EmailField
            label={userFields.email.label()}
            autoComplete="off"
            value={draft.email ?? ''}
            placeholder={m.login_email_placeholder()}
            hint={isMe ? m.user_email_own() : emailHint}
            error={problems.email}
            readOnly={isBusy || isMe}
            autoFocus={hasFocus}
            onChange={(event) => change('email', event.target.value)}
          />
        )}
        {!isMe && (
          <NoAddress
            isOn={hasNone}
            error={hasNone && problems.email}
            onChange={(isOn) => isBusy || change('email', isOn ? null : '')}
          />
        )}
      </div>
      <TextField
        label={userFields.name.label()}
        name="name"
        autoFocus={hasFocus && hasNone}
        autoComplete="off"
        dir="auto"
        value={draft.name}
        hint={nameHint}
        error={problems.name}
        readOnly={isBusy}
        onChange={(event) => change('name', event.target.value)}
      />
      <Roles
        role={draft.role}
        fixed={isMe ? 'admin' : undefined}
        hint={isMe && m.user_role_own()}
        error={problems.role}
        onChange={(role) => isBusy || change('role', role)}
      />
    </>
  )
}

interface NoAddressProps {
  isOn: boolean
  error: ReactNode
  onChange: (isOn: boolean) => void
}

/** The tick for a user without an address, where sign-in cards let such people in. */
function NoAddress({ isOn, error, onChange }: NoAddressProps) {
  const id = useId()
  const hasCards = useHasCards()
  if (!hasCards && !isOn) return null
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <CheckBox
          checked={isOn}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 accent-accent"
        />
        {m.user_no_address()}
      </label>
      <FieldNote id={`${id}-note`} error={error} hint={isOn && m.user_no_address_hint()} />
    </div>
  )
}

interface RolesProps {
  role: string
  /** This role cannot be removed. */
  fixed: RoleName | undefined
  /** In place of what the roles are for. */
  hint: ReactNode
  error: ReactNode
  onChange: (role: string) => void
}

/** Chooses one or more roles; their permissions add up. */
function Roles({ role, fixed, hint, error, onChange }: RolesProps) {
  const id = useId()
  const chosen = rolesOf(role)
  const isLending = useIsLending()
  // Without lending the role of a helper at the desk can only be taken away.
  const [wasHelper] = useState(chosen.includes('desk'))
  const hasDesk = isLending || wasHelper
  const toggle = (one: RoleName) =>
    onChange(ROLE_NAMES.filter((name) => (name === one ? !chosen.includes(one) : chosen.includes(name))).join(','))
  return (
    <fieldset aria-describedby={`${id}-note`}>
      <legend className="mb-1 text-sm font-semibold">{userFields.role.label()}</legend>
      <div className="flex flex-wrap gap-x-8">
        {ROLE_NAMES.filter((one) => one !== 'desk' || hasDesk).map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-3">
            <CheckBox
              name="role"
              value={one}
              checked={chosen.includes(one)}
              disabled={one === fixed}
              aria-invalid={error ? true : undefined}
              onChange={() => toggle(one)}
              className="size-5 accent-accent"
            />
            {roleWord(one)}
          </label>
        ))}
      </div>
      <FieldNote
        id={`${id}-note`}
        error={error}
        hint={hint || (hasDesk ? m.user_role_hint_desk() : m.user_role_hint())}
      />
    </fieldset>
  )
}

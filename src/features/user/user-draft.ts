import { m } from '#i18n/paraglide/messages.js'
import { roleWord } from '#i18n/role-word.ts'
import type { User, UserInput } from './user.schema.ts'

export type UserField = keyof UserInput
export type UserProblems = Partial<Record<string, string>>

/** What a form says of a user, in its order. */
export const LABELS = {
  name: m.onboarding_name_label,
  email: m.login_email_label,
  role: m.user_role_label,
} satisfies Record<UserField, () => string>

export const isField = (key: string): key is UserField => key in LABELS

/** A user of whom nothing is known yet. */
export const BLANK: UserInput = { name: '', email: '', role: 'user' }

/** What of a user can be edited. */
export const draftOf = ({ name, email, role }: User): UserInput => ({ name, email, role })

/** The label of a field, by its name. */
export const labelOf = (field: string): string => (isField(field) ? LABELS[field]() : field)

/** What a field holds, in words. */
export const valueWord = (field: UserField, value: string): string => (field === 'role' ? roleWord(value) : value)

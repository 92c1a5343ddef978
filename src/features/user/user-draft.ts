import { m } from '#i18n/paraglide/messages.js'
import type { User, UserInput } from './user.schema.ts'

export type UserField = keyof UserInput
export type UserProblems = Partial<Record<string, string>>

/** What a form says of a user, in its order. */
export const LABELS = {
  name: m.onboarding_name_label,
  email: m.login_email_label,
  role: m.user_role_label,
} satisfies Record<UserField, () => string>

const isField = (key: string): key is UserField => key in LABELS

/** A user of whom nothing is known yet. */
export const BLANK: UserInput = { name: '', email: '', role: 'user' }

/** What of a user can be edited. */
export const draftOf = ({ name, email, role }: User): UserInput => ({ name, email, role })

/** The fields in which two drafts differ. */
export const differences = (one: UserInput, other: UserInput): UserField[] =>
  Object.keys(LABELS)
    .filter(isField)
    .filter((field) => one[field] !== other[field])

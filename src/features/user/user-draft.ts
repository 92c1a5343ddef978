import { m } from '#i18n/paraglide/messages.js'
import { roleWord } from '#i18n/role-word.ts'
import { userSchema, type User, type UserInput } from './user.schema.ts'

export type UserField = keyof UserInput

/** What a form says of a user, in its order. */
export const LABELS = {
  name: m.onboarding_name_label,
  email: m.login_email_label,
  role: m.user_role_label,
} satisfies Record<UserField, () => string>

const isField = (key: string): key is UserField => key in LABELS

/** A user of whom nothing is known yet. */
const BLANK: UserInput = { name: '', email: '', role: 'user' }

/** What of a user can be edited. */
const draftOf = ({ name, email, role }: User): UserInput => ({ name, email, role })

/** The label of a field, by its name. */
const labelOf = (field: string): string => (isField(field) ? LABELS[field]() : field)

/** What a field holds, in words. */
export const valueWord = (field: UserField, value: string): string => (field === 'role' ? roleWord(value) : value)

/** How a form edits a user. */
export const USER_FORM = {
  blank: BLANK,
  draftOf,
  labelOf,
  read: (value: unknown): User | undefined => userSchema.safeParse(value).data,
}

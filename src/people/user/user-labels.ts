import { m } from '#base/i18n/paraglide/messages.js'
import { roleWord } from '#base/i18n/role-word.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import type { UserInput } from './user.schema.ts'

/** The labels of a user's fields. */
export const userFields = {
  name: { label: m.onboarding_name_label },
  email: { label: m.login_email_label },
  role: { label: m.user_role_label, word: roleWord },
} satisfies Record<keyof UserInput, FieldWords>

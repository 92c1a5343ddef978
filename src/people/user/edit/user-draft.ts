import { m } from '#base/i18n/paraglide/messages.js'
import type { FormPageNoun } from '#kit/noun/shared/row-form-page.tsx'
import { createUser, updateUser } from '../user.data.ts'
import { userFields } from '../user-labels.ts'
import { userInputSchema, userSchema, type User, type UserInput } from '../user.schema.ts'
import { userWord } from '../user-word.ts'

export type UserField = keyof UserInput

export const isUserField = (key: string): key is UserField => key in userFields

/** A user, as saved with whether they were told of it. */
export type SavedUser = User & { isTold?: boolean | null }

/** How a form edits a user. */
export const EDITED_USER: FormPageNoun<SavedUser, UserInput> = {
  kind: 'user',
  fields: userFields,
  inputSchema: userInputSchema,
  rowSchema: userSchema,
  nameOf: userWord,
  draftOf: ({ name, email, role }) => ({ name, email, role }),
  create: (data) => createUser({ data }),
  update: (data) => updateUser({ data }),
  failure: (isKnown) => (isKnown ? m.user_update_failed() : m.user_create_failed()),
  words: { list: m.users_title, new: m.users_new, edit: (user) => m.user_update_title({ name: userWord(user) }) },
}

import { userSchema, type User, type UserInput } from '../user.schema.ts'
import { userFields } from '../user-labels.ts'

export type UserField = keyof UserInput

export const isUserField = (key: string): key is UserField => key in userFields

/** An empty user. */
const BLANK: UserInput = { name: '', email: '', role: 'user' }

/** The fields that can be edited. */
const draftOf = ({ name, email, role }: User): UserInput => ({ name, email, role })

/** The label of a field, by its name. */
const labelOf = (field: string): string => (isUserField(field) ? userFields[field].label() : field)

/** How a form edits a user. */
export const USER_FORM = {
  blank: BLANK,
  draftOf,
  labelOf,
  read: (value: unknown): User | undefined => userSchema.safeParse(value).data,
}

import { m } from '#i18n/paraglide/messages.js'
import type { User } from './user.schema.ts'

/** What a user is called in a sentence: by name, else by address. */
export const userWord = ({ name, email }: Pick<User, 'name' | 'email'>): string => name || email

/** What stands in the field of a name: the name, or that there is none (section 3 of the specification). */
export const userName = ({ name }: Pick<User, 'name'>): string => name || m.account_no_name()

import { m } from '#base/i18n/paraglide/messages.js'
import type { User } from './user.schema.ts'

/** A user in a sentence: the name, or else the address; who has no address has a name. */
export const userWord = ({ name, email }: Pick<User, 'name' | 'email'>): string => name || emailWord(email)

/** The address, or that there is none. */
export const emailWord = (email: string | null): string => email ?? m.user_no_address()

/** The name, or a text that there is none (section 3 of the specification). */
export const userName = ({ name }: Pick<User, 'name'>): string => name || m.account_no_name()

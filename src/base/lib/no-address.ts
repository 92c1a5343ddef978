/** The domain of what is stored in place of an address for users without one: reserved, so no mail server has it (RFC 2606). */
const DOMAIN = '@none.invalid'

/** What is stored for a user without an address. It is unique, as addresses are, and is never shown nor sent to. */
export const placeholderOf = (userId: string): string => `${userId}${DOMAIN}`

/** Whether an address is the placeholder of a user without one. */
export const isPlaceholder = (email: string): boolean => email.toLowerCase().endsWith(DOMAIN)

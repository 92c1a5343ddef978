export const SESSION_SECONDS = 30 * 24 * 3600
/** A session is renewed once a day. */
export const SESSION_UPDATE_SECONDS = 24 * 3600
/** Minutes after entering a code in which the address may be changed and the account deleted. */
export const FRESH_MINUTES = 10
/** An impersonation lasts an hour. */
export const IMPERSONATION_SECONDS = 3600

export const SESSION_SECONDS = 30 * 24 * 3600
/** A session is prolonged once a day. */
export const SESSION_UPDATE_SECONDS = 24 * 3600
/** Minutes after proving the address in which it may be changed and the account deleted. */
export const FRESH_MINUTES = 10
/** An impersonation lasts an hour. */
export const IMPERSONATION_SECONDS = 3600

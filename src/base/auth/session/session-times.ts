export const SESSION_SECONDS = 30 * 24 * 3600
/** A session is renewed once a day. */
export const SESSION_UPDATE_SECONDS = 24 * 3600
/**
 * Minutes after entering a code or using a passkey in which grave acts are allowed: to change the address, to delete the
 * account, to make an API key, what the permissions of `NEEDS_REAUTHENTICATION` allow, and what cannot be undone.
 */
export const REAUTHENTICATION_MINUTES = 10
/** An impersonation lasts an hour. */
export const IMPERSONATION_SECONDS = 3600

import { createAuthClient } from 'better-auth/client'
import { emailOTPClient } from 'better-auth/client/plugins'

/** better-auth in the browser; its API lies at `{host}/api/auth`, with credentials. */
export const authClient = createAuthClient({ plugins: [emailOTPClient()] })

import { createServerFn } from '@tanstack/react-start'
import { explainSignInError } from './login-error.server.ts'

/** Title and text of `/login/error` for the code in its URL. */
export const getSignInError = createServerFn({ method: 'GET' })
  .validator((input: unknown) => (typeof input === 'string' ? input : ''))
  .handler(({ data }) => explainSignInError(data))

import { createServerFn } from '@tanstack/react-start'
import { explainSignInError } from './login-error.server.ts'

/** What `/login/error` says, by the code in its address. */
export const getSignInError = createServerFn({ method: 'GET' })
  .validator(String)
  .handler(({ data }) => explainSignInError(data))

import { createMiddleware } from '@tanstack/react-start'
import { signalSession } from '#auth/browser/session-signal.ts'

/** Around a server function that changes the session or who is signed in: the page looks again after it. */
export const changesSession = createMiddleware({ type: 'function' }).client(async ({ next }) => {
  const result = await next()
  signalSession()
  return result
})

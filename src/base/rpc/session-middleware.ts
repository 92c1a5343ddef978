import { createMiddleware } from '@tanstack/react-start'
import { signalSession } from '#base/auth/browser/session-signal.ts'

/** For a server function that changes the session: signals it to the page. */
export const changesSession = createMiddleware({ type: 'function' }).client(async ({ next }) => {
  const result = await next()
  signalSession()
  return result
})

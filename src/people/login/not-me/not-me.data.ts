import { createServerFn } from '@tanstack/react-start'
import { readNotice } from './not-me.server.ts'

/** What the link in a mail about a sign-in is about. */
export const getSignInNotice = createServerFn({ method: 'GET' })
  .validator((input: unknown) => (typeof input === 'string' ? input : ''))
  .handler(({ data }) => readNotice(data))

import * as z from 'zod/mini'

/** The search parameter of the page: the signed notice. */
export const notMeSearchSchema = z.object({ notice: z.catch(z.string().check(z.maxLength(200)), '') })

/** What the link in a mail about a sign-in leads to: the question, its answer given, or nothing. */
export type NotMeState =
  | { state: 'invalid' }
  | { state: 'done' }
  | {
      state: 'open'
      email: string
      how: string
      ip: string
      browser: string | null
      system: string | null
      at: Date
      timeZone: string
    }

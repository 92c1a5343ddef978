import type { ServerSlice } from '#kit/slice.server.ts'
import { cleanUpDueChanges, dueChangeStates } from './due-days/due-change.server.ts'
import { schoolYearErrors } from './school-year.errors.server.ts'
import { cleanUpYearEnds, yearEndJob, yearEndStates } from './year-end/year-end.server.ts'

const DAY = 86_400_000

/** Days after which year ends and changes of due days are deleted, and cannot be undone any more. */
const KEPT_DAYS = 400

/** What a school's year contributes on the server. */
export const schoolYearSlice: ServerSlice = {
  errors: schoolYearErrors,
  jobs: [yearEndJob],
  bulkStates: async (entries, session) =>
    new Map([...(await yearEndStates(entries, session)), ...(await dueChangeStates(entries, session))]),
  cleanUps: [
    ({ before }) => cleanUpYearEnds(before(KEPT_DAYS * DAY)),
    ({ before }) => cleanUpDueChanges(before(KEPT_DAYS * DAY)),
  ],
}

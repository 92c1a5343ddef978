import { calendarRouter } from './calendar/calendar.router.server.ts'
import { certificateRouter } from './certificate/certificate.router.server.ts'
import { dueDaysRouter } from './due-days/due-days.router.server.ts'
import { yearEndRouter } from './year-end/year-end.router.server.ts'

/** The procedures of a school's year. */
export const schoolYearRouter = {
  yearEnd: yearEndRouter,
  dueDays: dueDaysRouter,
  certificate: certificateRouter,
  calendar: calendarRouter,
}

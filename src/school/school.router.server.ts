import { classAccountRouter } from './class-account/class-account.router.server.ts'
import { classListRouter } from './class-list/class-list.router.server.ts'
import { classSetRouter } from './class-set/class-set.router.server.ts'
import { schoolYearRouter } from './school-year/school-year.router.server.ts'

/** The procedures of a school's year. */
export const schoolRouter = {
  classAccount: classAccountRouter,
  classList: classListRouter,
  classSet: classSetRouter,
  ...schoolYearRouter,
}

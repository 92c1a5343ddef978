import { classAccountRouter } from './class-account/class-account.router.server.ts'
import { classListRouter } from './class-list/class-list.router.server.ts'
import { labelRouter } from './label/label.router.server.ts'
import { classSetRouter } from './class-set/class-set.router.server.ts'
import { reminderRouter } from './reminder/reminder.router.server.ts'
import { stocktakeRouter } from './stocktake/stocktake.router.server.ts'
import { schoolYearRouter } from './school-year/school-year.router.server.ts'
import { statisticsRouter } from './statistics/statistics.router.server.ts'

/** The procedures of a school's year. */
export const schoolRouter = {
  classAccount: classAccountRouter,
  classList: classListRouter,
  classSet: classSetRouter,
  label: labelRouter,
  reminder: reminderRouter,
  statistics: statisticsRouter,
  stocktake: stocktakeRouter,
  ...schoolYearRouter,
}

import { holdListRouter } from './hold-list/hold-list.router.server.ts'
import { labelRouter } from './label/label.router.server.ts'
import { reminderRouter } from './reminder/reminder.router.server.ts'
import { cornerRouter } from './self-service/corner.router.server.ts'
import { statisticsRouter } from './statistics/statistics.router.server.ts'
import { stocktakeRouter } from './stocktake/stocktake.router.server.ts'

/** The procedures of what is done on the shelves: the list of reservations, labels, letters, self-service, statistics, stock-taking. */
export const shelvesRouter = {
  corner: cornerRouter,
  holdList: holdListRouter,
  label: labelRouter,
  reminder: reminderRouter,
  statistics: statisticsRouter,
  stocktake: stocktakeRouter,
}

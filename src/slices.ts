import { cataloguePages } from '#catalogue/catalogue.slice.ts'
import { exchangePages } from '#exchange/exchange.slice.ts'
import { kitPages } from '#kit/kit.slice.ts'
import { preloadParts, setPageSlices } from '#kit/slice.ts'
import { borrowerBulkPages } from '#lending/borrower-bulk/borrower-bulk.slice.ts'
import { borrowerMergePages } from '#lending/borrower-merge/borrower-merge.slice.ts'
import { lendingPages } from '#lending/lending.slice.ts'
import { holdListPages } from '#shelves/hold-list/hold-list.slice.ts'
import { labelPages } from '#shelves/label/label.slice.ts'
import { reminderPages } from '#shelves/reminder/reminder.slice.ts'
import { selfServicePages } from '#shelves/self-service/self-service.slice.ts'
import { statisticsPages } from '#shelves/statistics/statistics.slice.ts'
import { stocktakePages } from '#shelves/stocktake/stocktake.slice.ts'
import { classAccountPages } from '#school/class-account/class-account.slice.ts'
import { classListPages } from '#school/class-list/class-list.slice.ts'
import { classSetPages } from '#school/class-set/class-set.slice.ts'
import { schoolYearPages } from '#school/school-year/school-year.slice.ts'
import { operationsPages } from '#operations/operations.slice.ts'

// What this product consists of, on its pages; the lowest floor first.
setPageSlices([
  kitPages,
  cataloguePages,
  exchangePages,
  lendingPages,
  borrowerBulkPages,
  borrowerMergePages,
  holdListPages,
  labelPages,
  reminderPages,
  selfServicePages,
  statisticsPages,
  stocktakePages,
  classAccountPages,
  classListPages,
  classSetPages,
  schoolYearPages,
  operationsPages,
])
if (import.meta.env.SSR) await preloadParts()

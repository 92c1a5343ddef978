import { catalogueSlice } from '#catalogue/catalogue.slice.server.ts'
import { exchangeSlice } from '#exchange/exchange.slice.server.ts'
import { kitSlice } from '#kit/kit.slice.server.ts'
import { setServerSlices } from '#kit/slice.server.ts'
import { borrowerBulkSlice } from '#lending/borrower-bulk/borrower-bulk.slice.server.ts'
import { borrowerMergeSlice } from '#lending/borrower-merge/borrower-merge.slice.server.ts'
import { lendingSlice } from '#lending/lending.slice.server.ts'
import { reminderSlice } from '#shelves/reminder/reminder.slice.server.ts'
import { selfServiceSlice } from '#shelves/self-service/self-service.slice.server.ts'
import { statisticsSlice } from '#shelves/statistics/statistics.slice.server.ts'
import { stocktakeSlice } from '#shelves/stocktake/stocktake.slice.server.ts'
import { classAccountSlice } from '#school/class-account/class-account.slice.server.ts'
import { classListSlice } from '#school/class-list/class-list.slice.server.ts'
import { schoolYearSlice } from '#school/school-year/school-year.slice.server.ts'
import { operationsSlice } from '#operations/operations.slice.server.ts'
import { peopleSlice } from '#people/people.slice.server.ts'

// What this product consists of, on the server; the lowest floor first.
setServerSlices([
  kitSlice,
  peopleSlice,
  catalogueSlice,
  exchangeSlice,
  lendingSlice,
  borrowerBulkSlice,
  borrowerMergeSlice,
  reminderSlice,
  selfServiceSlice,
  statisticsSlice,
  stocktakeSlice,
  classAccountSlice,
  classListSlice,
  schoolYearSlice,
  operationsSlice,
])

import { accountRouter } from '#features/account/account.router.server.ts'
import { activityRouter } from '#features/activity/activity.router.server.ts'
import { undoRouter } from '#features/activity/undo/undo.router.server.ts'
import { apiKeyRouter } from '#features/api-key/api-key.router.server.ts'
import { backupRouter } from '#features/backup/backup.router.server.ts'
import { bookBulkRouter } from '#features/book/bulk/bulk.router.server.ts'
import { bookEditRouter } from '#features/book/edit/book-edit.router.server.ts'
import { coverRouter } from '#features/book/cover/cover.router.server.ts'
import { bookDetailRouter } from '#features/book/details/book-detail.router.server.ts'
import { bookSampleRouter } from '#features/book/sample/book-sample.router.server.ts'
import { bookHistoryRouter } from '#features/book/history/book-history.router.server.ts'
import { bookRouter } from '#features/book/book.router.server.ts'
import { bookTrashRouter } from '#features/book/trash/book-trash.router.server.ts'
import { borrowerRouter } from '#features/borrower/borrower.router.server.ts'
import { borrowerGroupRouter } from '#features/borrower/group/group.router.server.ts'
import { codeRouter } from '#features/code/code.router.server.ts'
import { copyRouter } from '#features/copy/copy.router.server.ts'
import { dashboardRouter } from '#features/dashboard/dashboard.router.server.ts'
import { deskRouter } from '#features/desk/desk.router.server.ts'
import { genreEditRouter } from '#features/genre/genre-edit.router.server.ts'
import { duplicateRouter } from '#features/duplicate/duplicate.router.server.ts'
import { genreRouter } from '#features/genre/genre.router.server.ts'
import { importLookupRouter } from '#features/import/lookup/import-lookup.router.server.ts'
import { importRouter } from '#features/import/import.router.server.ts'
import { healthRouter } from '#features/settings/health/health.router.server.ts'
import { holdRouter } from '#features/loan/hold.router.server.ts'
import { loanRouter } from '#features/loan/loan.router.server.ts'
import { ownLoanRouter } from '#features/loan/own/own-loan.router.server.ts'
import { lookupRouter } from '#features/lookup/lookup.router.server.ts'
import { overdueRouter } from '#features/loan/overdue/overdue.router.server.ts'
import { passkeyRouter } from '#features/passkey/passkey.router.server.ts'
import { securityRouter } from '#features/security/security.router.server.ts'
import { sessionRouter } from '#features/session/session.router.server.ts'
import { settingsRouter } from '#features/settings/settings.router.server.ts'
import { userHistoryRouter } from '#features/user/history/user-history.router.server.ts'
import { borrowerTrashRouter } from '#features/borrower/trash/borrower-trash.router.server.ts'
import { userTrashRouter } from '#features/user/trash/user-trash.router.server.ts'
import { signInCardRouter } from '#features/user/card/sign-in-card.router.server.ts'
import { updateRouter } from '#features/settings/update/update.router.server.ts'
import { userRouter } from '#features/user/user.router.server.ts'
import { viewRouter } from '#features/view/view.router.server.ts'
import { openApiHandler } from '#openapi/openapi-handler.server.ts'
import { restHandler } from '#rest/rest.server.ts'

/** The whole API: every procedure that a server function or a REST route calls. */
export const api = {
  account: accountRouter,
  activity: { ...activityRouter, ...undoRouter },
  apiKey: apiKeyRouter,
  backup: backupRouter,
  book: { ...bookRouter, ...bookEditRouter },
  bookBulk: bookBulkRouter,
  bookCover: coverRouter,
  bookHistory: bookHistoryRouter,
  bookDetail: bookDetailRouter,
  bookSample: bookSampleRouter,
  bookTrash: bookTrashRouter,
  borrower: borrowerRouter,
  borrowerGroup: borrowerGroupRouter,
  code: codeRouter,
  copy: copyRouter,
  dashboard: dashboardRouter,
  desk: deskRouter,
  duplicate: duplicateRouter,
  genre: { ...genreRouter, ...genreEditRouter },
  health: healthRouter,
  hold: holdRouter,
  import: importRouter,
  importLookup: importLookupRouter,
  loan: loanRouter,
  lookup: lookupRouter,
  overdue: overdueRouter,
  ownLoan: ownLoanRouter,
  passkey: passkeyRouter,
  security: securityRouter,
  session: sessionRouter,
  settings: settingsRouter,
  signInCard: signInCardRouter,
  update: updateRouter,
  user: userRouter,
  userHistory: userHistoryRouter,
  userTrash: userTrashRouter,
  borrowerTrash: borrowerTrashRouter,
  view: viewRouter,
}

/** Answers `/api/v1/*`. */
export const rest = restHandler(api)

/** Answers `/api/v1/openapi.json`. */
export const openApi = openApiHandler(api)

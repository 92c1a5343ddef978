import { meRouter } from '#kit/me/me.router.server.ts'
import { accountRouter } from '#people/account/account.router.server.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { apiKeyRouter } from '#people/api-key/api-key.router.server.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { coverRouter } from '#catalogue/book/cover/cover.router.server.ts'
import { bookDetailRouter } from '#catalogue/book/details/book-detail.router.server.ts'
import { bookSampleRouter } from '#catalogue/book/sample/book-sample.router.server.ts'
import { bookHistoryRouter } from '#catalogue/book/history/book-history.router.server.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { bookTrashRouter } from '#catalogue/book/trash/book-trash.router.server.ts'
import { codeRouter } from '#people/code/code.router.server.ts'
import { genreEditRouter } from '#catalogue/genre/genre-edit.router.server.ts'
import { genreRouter } from '#catalogue/genre/genre.router.server.ts'
import { passkeyRouter } from '#people/passkey/passkey.router.server.ts'
import { securityRouter } from '#people/security/security.router.server.ts'
import { sessionRouter } from '#people/session/session.router.server.ts'
import { userHistoryRouter } from '#people/user/history/user-history.router.server.ts'
import { userTrashRouter } from '#people/user/trash/user-trash.router.server.ts'
import { signInCardRouter } from '#people/user/card/sign-in-card.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { viewRouter } from '#kit/view/view.router.server.ts'
import { exchangeRouter } from '#exchange/exchange.router.server.ts'
import { lendingRouter } from '#lending/lending.router.server.ts'
import { borrowerBulkRouter } from '#lending/borrower-bulk/borrower-bulk.router.server.ts'
import { borrowerMergeRouter } from '#lending/borrower-merge/borrower-merge.router.server.ts'
import { schoolRouter } from '#school/school.router.server.ts'
import { shelvesRouter } from '#shelves/shelves.router.server.ts'
import { operationsRouter } from '#operations/operations.router.server.ts'
import { openApiHandler } from '#base/openapi/openapi-handler.server.ts'
import { restHandler } from '#base/rest/rest.server.ts'

/** The whole API: every procedure that a server function or a REST route calls. */
export const api = {
  account: { ...meRouter, ...accountRouter },
  activity: { ...activityRouter, ...undoRouter },
  apiKey: apiKeyRouter,
  book: { ...bookRouter, ...bookEditRouter },
  bookCover: coverRouter,
  bookHistory: bookHistoryRouter,
  bookDetail: bookDetailRouter,
  bookSample: bookSampleRouter,
  bookTrash: bookTrashRouter,
  code: codeRouter,
  genre: { ...genreRouter, ...genreEditRouter },
  passkey: passkeyRouter,
  security: securityRouter,
  session: sessionRouter,
  signInCard: signInCardRouter,
  user: userRouter,
  userHistory: userHistoryRouter,
  userTrash: userTrashRouter,
  view: viewRouter,
  ...exchangeRouter,
  ...lendingRouter,
  borrowerBulk: borrowerBulkRouter,
  borrowerMerge: borrowerMergeRouter,
  ...shelvesRouter,
  ...schoolRouter,
  ...operationsRouter,
}

/** Answers `/api/v1/*`. */
export const rest = restHandler(api)

/** Answers `/api/v1/openapi.json`. */
export const openApi = openApiHandler(api)

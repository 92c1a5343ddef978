import { accountRouter } from '#features/account/account.router.server.ts'
import { activityRouter } from '#features/activity/activity.router.server.ts'
import { bookEditRouter } from '#features/book/book-edit.router.server.ts'
import { bookSampleRouter } from '#features/book/book-sample.router.server.ts'
import { bookRouter } from '#features/book/book.router.server.ts'
import { dashboardRouter } from '#features/dashboard/dashboard.router.server.ts'
import { genreRouter } from '#features/genre/genre.router.server.ts'
import { userRouter } from '#features/user/user.router.server.ts'
import { documentHandler } from '#rpc/openapi-answer.server.ts'
import { restHandler } from '#rpc/rest.server.ts'

/** The whole API: every procedure that a server function or a REST route calls. */
export const api = {
  account: accountRouter,
  activity: activityRouter,
  book: { ...bookRouter, ...bookEditRouter },
  bookSample: bookSampleRouter,
  dashboard: dashboardRouter,
  genre: genreRouter,
  user: userRouter,
}

/** Answers `/api/v1/*`. */
export const rest = restHandler(api)

/** Answers `/api/v1/openapi.json`. */
export const openApi = documentHandler(api)

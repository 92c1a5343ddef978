import { activityBulkActions } from '#kit/activity/activity.slots.ts'
import type { PageSlice } from '#kit/slice.ts'
import { copyLinks } from '#lending/copy/copy.slots.ts'

const parts = () => import('./stocktake-parts.ts')

/** What stock-taking contributes to pages. */
export const stocktakePages: PageSlice = {
  parts: [
    activityBulkActions.with(async () => ({ Part: (await parts()).ActivityStocktake })),
    copyLinks.with(async () => ({ Part: (await parts()).StocktakesLink })),
  ],
}

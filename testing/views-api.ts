import type { Page } from '@playwright/test'
import { askApi } from './books-api.ts'

interface ApiView {
  id: string
  name: string
  isShared: boolean
  search: Record<string, string>
  version: number
}

const LIST = '/views?list=books'
export const viewsOfBooks = async (page: Page): Promise<ApiView[]> =>
  ((await askApi(page, 'GET', LIST)) as { items: ApiView[] }).items

/** Adds a view of the list of books, unless there is one of that name. */
export async function addView(page: Page, view: Omit<ApiView, 'id' | 'version'>): Promise<ApiView> {
  const find = async () => (await viewsOfBooks(page)).find(({ name }) => name === view.name)
  try {
    return (await find()) ?? ((await askApi(page, 'POST', '/views', { list: 'books', ...view })) as ApiView)
  } catch (error) {
    // Another page of the same manager has added it meanwhile.
    const there = await find()
    if (!there) throw error
    return there
  }
}

/** Changes a view as another manager would. */
export const changeView = async (page: Page, { id, version }: ApiView, change: Partial<ApiView>): Promise<ApiView> =>
  (await askApi(page, 'PATCH', `/views/${id}`, { version, ...change })) as ApiView

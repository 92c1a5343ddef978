import type { Page } from '@playwright/test'
import { originOf } from './origin.ts'

interface ApiBook {
  id: string
  title: string
  author: string
  publisher: string
  genre: { id: string; name: string } | null
  version: number
}

/** Calls the API as the page's user; throws for an error response. */
export async function askApi(page: Page, method: string, path: string, body?: unknown): Promise<unknown> {
  // By a separate request, which leaves no trace in the page.
  const origin = originOf(page)
  const response = await page.context().request.fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { origin },
    ...(body !== undefined && { data: body }),
  })
  if (!response.ok()) throw new Error(`${response.status()} for ${method} ${path}: ${await response.text()}`)
  return response.status() === 204 ? undefined : await response.json()
}

export const findBooks = async (page: Page, searchTerm: string): Promise<ApiBook[]> =>
  ((await askApi(page, 'GET', `/books?${new URLSearchParams({ searchTerm, limit: '100' })}`)) as { items: ApiBook[] })
    .items

/** The first hit of a search. */
export async function findBook(page: Page, searchTerm: string): Promise<ApiBook> {
  const [book] = await findBooks(page, searchTerm)
  if (!book) throw new Error(`No book for ${searchTerm}`)
  return book
}

export const addBook = async (
  page: Page,
  book: { title: string; author?: string; publisher?: string; isbn?: readonly string[] },
): Promise<ApiBook> => (await askApi(page, 'POST', '/books', book)) as ApiBook

/** Changes a book as another manager would. */
export const changeBook = async (page: Page, id: string, change: Record<string, unknown>): Promise<ApiBook> => {
  const { version } = (await askApi(page, 'GET', `/books/${id}`)) as ApiBook
  return (await askApi(page, 'PATCH', `/books/${id}`, { ...change, version })) as ApiBook
}

export const deleteBook = async (page: Page, id: string, { forGood = false } = {}): Promise<void> => {
  const { version } = (await askApi(page, 'GET', `/books/${id}`)) as ApiBook
  await askApi(page, 'DELETE', `/books/${id}?version=${version}${forGood ? '&forGood=true' : ''}`)
}

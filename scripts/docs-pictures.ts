import type { Language } from '../testing/words.ts'

/** A picture in docs/pictures, of a screen of `npm run screens`. */
export interface DocsPicture {
  picture: string
  /** Name of the screen. */
  screen: string
  size: 'docs-phone' | 'docs'
  language: Language
  theme: 'light' | 'dark'
  /** How much of it is kept, in pixels of the page. */
  height: number
}

const PHONE = 760
const WIDE = 700

const onPhone = (picture: string, screen: string, more: Partial<DocsPicture> = {}): DocsPicture => ({
  picture,
  screen,
  size: 'docs-phone',
  language: 'en',
  theme: 'light',
  height: PHONE,
  ...more,
})
const wide = (picture: string, screen: string, more: Partial<DocsPicture> = {}): DocsPicture =>
  onPhone(picture, screen, { size: 'docs', height: WIDE, ...more })

/**
 * All pictures of the README, of docs/tour.md and of the other pages: `npm run screens -- --docs` makes them again, in this
 * order, one after the other, since some screens change what others show.
 */
export const DOCS_PICTURES: readonly DocsPicture[] = [
  onPhone('tour-login', 'login'),
  onPhone('tour-code', 'verify'),
  onPhone('tour-home', 'home'),
  onPhone('tour-home-dark', 'home', { theme: 'dark' }),
  onPhone('tour-books-arabic', 'books', { language: 'ar' }),
  onPhone('tour-search', 'books-search'),
  onPhone('tour-book', 'book'),
  onPhone('tour-book-dark', 'book', { theme: 'dark', language: 'fr' }),
  onPhone('tour-offline', 'offline-search'),
  onPhone('tour-account', 'account', { language: 'sw' }),
  wide('tour-dashboard', 'manager-dashboard'),
  wide('tour-dashboard-arabic', 'manager-dashboard', { language: 'ar', theme: 'dark' }),
  wide('tour-books', 'manager-books'),
  wide('tour-conflict', 'manager-book-conflict'),
  wide('tour-replace', 'manager-books-preview'),
  wide('tour-duplicates', 'manager-duplicates-merge'),
  wide('tour-history', 'manager-book-history'),
  wide('tour-activity', 'manager-activity'),
  wide('tour-trash', 'manager-books-deleted', { height: 520 }),
  wide('tour-api', 'api-docs'),
  // Last, since they change books.
  wide('import-choose', 'manager-import-none', { height: 340 }),
  wide('import-preview', 'manager-import-preview'),
  wide('import-running', 'manager-import-running', { height: 300 }),
  wide('import-report', 'manager-import-report', { height: 560 }),
  wide('export', 'manager-books-export', { height: 560 }),
]

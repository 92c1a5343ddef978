import type { Page } from '@playwright/test'
import type { Person } from '../e2e/enter.ts'
import type { Words } from '../e2e/words.ts'

/** A screen of which a picture is taken. */
export interface Screen {
  name: string
  person: 'nobody' | Person
  path: string
  /** Environment variables of a server that it needs for itself, beside the usual ones. */
  settings?: Record<string, string>
  /** What is done before the page is opened. */
  before?: (page: Page) => Promise<void>
  /** What is done before the picture is taken. */
  act?: (page: Page, w: Words, dataDir: string) => Promise<void>
}

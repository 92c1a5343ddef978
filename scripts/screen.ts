import type { Page } from '@playwright/test'
import type { Person } from '../e2e/enter.ts'
import type { Words } from '../e2e/words.ts'

/** A screen to take a picture of. */
export interface Screen {
  name: string
  person: 'nobody' | Person
  path: string
  /** Additional environment variables, for which the screen gets its own server. */
  settings?: Record<string, string>
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<void>
  /** Runs before the picture is taken. */
  act?: (page: Page, w: Words, dataDir: string) => Promise<void>
}

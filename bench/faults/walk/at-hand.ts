import type { Page } from '@playwright/test'
import type { Words } from '../../../testing/words.ts'
import type { Diary } from './diary.ts'
import type { Laptop } from './laptop.ts'

/** What a step of the walk has at hand. */
export interface Walk {
  page: Page
  w: Words
  diary: Diary
  laptop: Laptop
  /** The file of what is on the stick. */
  stick: string
}

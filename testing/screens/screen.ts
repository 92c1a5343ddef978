import { expect as impatient, type Locator, type Page } from '@playwright/test'
import type { Person } from '../enter.ts'
import type { Language, Words } from '../words.ts'

/** With the patience of journeys for pictures too: a page may be slow beside others. */
export const expect = impatient.configure({ timeout: 30_000 })

/** A page that is brought to a state. */
export interface Visit {
  page: Page
  language: Language
  /** The messages in the language. */
  w: Words
  dataDir: string
}

export type Act = (visit: Visit) => Promise<unknown>

export interface State {
  /** Part of the names of its pictures. */
  name: string
  /** The size at which axe checks it; both where the layouts differ. Without it there are pictures alone. */
  axe?: 'phone' | 'desktop' | 'both'
  /** Brings the state about, step by step, and waits until it can be seen. */
  act?: Act | readonly Act[]
  /** States that are reached from this one; axe reaches one after the other and closes dialogs between them. */
  next?: readonly State[]
}

export interface Screen extends State {
  /** Its address, or what adds the data that it shows and returns its address. */
  path: string | ((visit: Visit) => Promise<string>)
}

/** Screens that are seen by one person. */
export interface Area {
  /** A new reader signs in for each visit: the screens change the account or the session. */
  person: 'nobody' | Person | 'new reader'
  /** Environment variables of a server of their own, for pictures. */
  settings?: Record<string, string>
  /** Adds data before the first screen of a visit; `email` is that of a new reader. */
  before?: (dataDir: string, email: string) => Promise<unknown>
  screens: readonly Screen[]
}

/** What is done once a server, whose screens share the data. */
export function oncePerServer(add: (dataDir: string) => Promise<unknown>): (dataDir: string) => Promise<unknown> {
  const added = new Map<string, Promise<unknown>>()
  return (dataDir) => {
    const adding = added.get(dataDir) ?? add(dataDir)
    added.set(dataDir, adding)
    return adding
  }
}

export type Key = Parameters<Words>[0]

export const dialogs = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** Closes the dialog that the state before has opened. */
export const closeDialog = (page: Page): Promise<void> =>
  expect(async () => {
    // The first may close a list of suggestions in it.
    await page.keyboard.press('Escape')
    await expect(dialogs(page)).toHaveCount(0, { timeout: 1000 })
  }).toPass()

/** Presses a button of the page, not of a dialog. */
export const press =
  (key: Key): Act =>
  ({ page, w }) =>
    page
      .getByRole('main')
      .getByRole('button', { name: w(key), exact: true })
      .click()

/** Presses a button that opens a dialog. */
export const ask =
  (key: Key): Act =>
  async (visit) => {
    await press(key)(visit)
    await seeDialog(visit)
  }

/** Presses a button of the open dialog. */
export const answer =
  (key: Key): Act =>
  ({ page, w }) =>
    dialogs(page)
      .getByRole('button', { name: w(key), exact: true })
      .click()

/** Waits for a button, or another thing whose words are a message. */
export const see =
  (key: Key, role: 'button' | 'link' | 'heading' = 'button'): Act =>
  ({ page, w }) =>
    expect(page.getByRole(role, { name: w(key) })).toBeVisible()

export const seeText =
  (key: Key): Act =>
  ({ page, w }) =>
    expect(page.getByText(w(key)).first()).toBeVisible()

export const seeAlert: Act = ({ page }) => expect(page.getByRole('alert').first()).toBeVisible()
export const seeDialog: Act = ({ page }) => expect(dialogs(page)).toBeVisible()

export const toEnd: Act = ({ page }) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))

/** What leads from the state before to this one. */
export const actsOf = ({ act = [] }: State): readonly Act[] => [act].flat()

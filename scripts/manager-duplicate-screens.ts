import { expect, type Page } from '@playwright/test'
import { addDuplicates, groups, openDuplicates } from '../e2e/duplicates.ts'
import { open } from '../e2e/sign-in.ts'
import type { Words } from '../e2e/words.ts'
import type { Screen } from './screen.ts'

const path = '/manager/duplicates'
const settings = { SEED: 'genres' }

async function openGroups(page: Page): Promise<void> {
  await addDuplicates(page)
  await openDuplicates(page)
}

async function openMerge(page: Page, w: Words): Promise<void> {
  await openGroups(page)
  await groups(page)
    .first()
    .getByRole('button', { name: w('duplicates_merge') })
    .click()
}

/** Books that may be the same, from the list to the undo. */
export const MANAGER_DUPLICATE_SCREENS: Screen[] = [
  { name: 'manager-duplicates-none', person: 'admin', path, settings: { SEED: 'none' } },
  { name: 'manager-duplicates', person: 'admin', path, settings, act: openGroups },
  { name: 'manager-duplicates-merge', person: 'admin', path, settings, act: openMerge },
  {
    name: 'manager-book-possible-duplicate',
    person: 'admin',
    path,
    settings,
    act: async (page, w) => {
      await openGroups(page)
      const link = groups(page).last().getByRole('link').first()
      await open(page, (await link.getAttribute('href')) ?? '')
      await expect(page.getByText(w('book_possibly_same')).first()).toBeVisible()
    },
  },
]

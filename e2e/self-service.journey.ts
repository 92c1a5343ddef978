import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { askApi, findBooks } from '../testing/books-api.ts'
import { runSql } from '../testing/database.ts'
import { addPeople, makeUser } from '../testing/people.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'

const test = testWith(async () => ({ SEED: 'sample' }))

/** What a scanner does: keys, and Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

test(
  'A device that is opened at the desk lends and returns by itself, and is ended in the settings',
  { tag: '@slow' },
  async ({ page, w, watched, server, browser, signIn }) => {
    test.slow()
    watched.allow(/status of 403|ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
    const managers = await browser.newContext({ storageState: await server.managerState(), baseURL: server.url })
    const manager = await managers.newPage()
    await open(manager, '/manager/settings')
    const add = async (path: string, body: unknown) =>
      (await askApi(manager, 'POST', path, body)) as { id: string; number: string; card: string }
    const group = await add('/borrower-groups', { name: `7C ${crypto.randomUUID().slice(0, 4)}`, kind: 'class' })
    const fatou = await add('/borrowers', { name: 'Fatou Diop', groupId: group.id })
    const copies = []
    for (const { id } of (await findBooks(manager, 'the')).slice(0, 2))
      copies.push(await add('/copies', { bookId: id }))
    const [first, second] = copies.map(({ number }) => number)
    if (!first || !second) throw new Error('Two books have copies')

    // A helper opens the corner on the device, and is signed out there.
    const person = makeUser('neema')
    await addPeople(server.dataDir, [person])
    await runSql(server.dataDir, `update "user" set role = 'desk' where id = $1`, [person.id])
    await signIn(person.email)
    await expect(page).toHaveURL('/manager/desk')
    await page.getByRole('button', { name: w('corner_action') }).click()
    await page.getByLabel(w('corner_name')).fill('Entrance')
    await page.getByLabel(w('corner_returns'), { exact: true }).check()
    await page.getByRole('button', { name: w('corner_open') }).click()
    await expect(page).toHaveURL('/desk/self')
    await expect(heading(page)).toHaveText(w('corner_card'))
    const names = (await page.context().cookies()).map(({ name }) => name)
    expect(names.filter((name) => name.includes('session'))).toEqual([])
    expect(names).toContain('maktaba-corner')
    await open(page, '/desk/self')
    expect(await faultsOf(page)).toEqual([])

    // A card, two books, one of them back, done.
    const acts = page.getByRole('main').getByRole('listitem')
    await scan(page, fatou.card)
    await expect(heading(page)).toContainText('Fatou')
    await scan(page, first)
    await scan(page, second)
    await expect(acts).toHaveCount(2)
    await expect(page.getByText(w('corner_have', { have: 2, most: 5 }))).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await expect(page.getByText('Diop')).toHaveCount(0)
    // After the stutter of a scanner.
    await expect(async () => {
      await scan(page, first)
      await expect(page.getByText(w('corner_back'), { exact: true })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(acts).toHaveCount(2)
    await page.getByRole('button', { name: w('desk_done') }).click()
    await expect(heading(page)).toHaveText(w('corner_card'))
    await expect(acts).toHaveCount(0)

    // Without a card a book comes back, by its title alone.
    await scan(page, second)
    await expect(page.getByText(w('corner_back'), { exact: true })).toBeVisible()
    await expect(page.getByText('Fatou')).toHaveCount(0)
    await scan(page, '49999999')
    await expect(page.getByText(w('corner_ask'), { exact: true })).toBeVisible()

    // Nobody presses 'Done': the page goes back to its start by itself.
    await scan(page, fatou.card)
    await expect(heading(page)).toContainText('Fatou')
    await expect(heading(page)).toHaveText(w('corner_card'), { timeout: 40_000 })

    // Without a line nothing is kept.
    await page.context().setOffline(true)
    await scan(page, fatou.card)
    await expect(page.getByText(w('corner_offline'))).toBeVisible()
    await page.context().setOffline(false)
    await expect(async () => {
      await scan(page, fatou.card)
      await expect(heading(page)).toContainText('Fatou', { timeout: 2000 })
    }).toPass()

    // The key opens nothing else.
    await page.goto('/manager/desk')
    await expect(page).toHaveURL(/\/login/)

    // Guessed cards lock it, which the desk is told.
    await open(page, '/desk/self')
    for (let guess = 1; guess <= 5; guess++) await scan(page, `4111000${guess}`)
    await expect(heading(page)).toHaveText(w('corner_closed'))
    await open(manager, '/manager/desk')
    await manager
      .getByRole('alert')
      .getByRole('button', { name: new RegExp(`^${w('corner_unlock')}`) })
      .click()
    await expect(manager.getByText(w('corner_locked_text'))).toHaveCount(0)
    await open(page, '/desk/self')
    await expect(heading(page)).toHaveText(w('corner_card'))

    // The desk sees what was done there, and the settings end it.
    await expect(manager.getByText(w('desk_by_corner', { name: '' }).trim()).first()).toBeVisible()
    await open(manager, '/manager/settings')
    await manager.getByRole('button', { name: /Entrance/ }).click()
    await manager
      .getByRole('alertdialog')
      .getByRole('button', { name: w('corner_end'), exact: true })
      .click()
    await expect(manager.getByText(w('corner_none'))).toBeVisible()
    await open(page, '/desk/self')
    await expect(heading(page)).toHaveText(w('corner_none_here'))
    await managers.close()
  },
)

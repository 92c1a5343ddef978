import { readFileSync } from 'node:fs'
import { askApi, findBooks } from '../testing/books-api.ts'
import { faultsOf } from './axe.ts'
import { testWith } from './own-server.ts'
import { addPeople, makeUser } from '../testing/people.ts'
import { expect, heading, open } from './test.ts'

const test = testWith(async () => ({}))

/** The addresses of all pages of the manager area; the ids are of nothing. */
const managerPages = (): string[] =>
  [...readFileSync('src/routeTree.gen.ts', 'utf8').matchAll(/fullPath: '(\/manager\/[^']*)'/g)]
    .map(([, path = '']) => path.replaceAll('$id', '00000000-0000-7000-8000-000000000000').replace(/\$$/, 'nowhere'))
    .filter((path, at, all) => all.indexOf(path) === at)

test(
  'A helper lends at the desk, and sees nothing else of the manager area',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched, server, browser, signIn }) => {
    watched.allow(/status of 40[34]/)
    const managers = await browser.newContext({ storageState: await server.managerState(), baseURL: server.url })
    const manager = await managers.newPage()
    const switchLending = async (isOn: boolean) => {
      await open(manager, '/manager/settings')
      await manager.getByLabel(w('lending_switch')).setChecked(isOn)
      await manager
        .getByRole('form', { name: w('lending_title') })
        .getByRole('button', { name: w('noun_save') })
        .click()
      await expect(manager.getByText(w('lending_saved'))).toBeVisible()
    }
    await switchLending(true)
    const add = async (path: string, body: unknown) =>
      (await askApi(manager, 'POST', path, body)) as { id: string; number: string; card: string }
    const group = await add('/borrower-groups', { name: '7C', kind: 'class' })
    const borrower = { name: 'Tumaini Wekesa', groupId: group.id, note: 'A secret', blockedNote: '' }
    const { id: borrowerId } = await add('/borrowers', borrower)
    const [book] = await findBooks(manager, 'the')
    const copy = await add('/copies', { bookId: book?.id, location: 'Main room' })

    // A manager makes the helper.
    const person = makeUser('neema')
    await addPeople(server.dataDir, [person])
    await open(manager, `/manager/users/${person.id}/update`)
    await manager.getByRole('checkbox', { name: w('role_desk') }).check()
    await manager.getByRole('checkbox', { name: w('role_user'), exact: true }).uncheck()
    await manager.getByRole('button', { name: w('noun_save') }).click()
    await expect(manager.getByText(w('role_desk')).first()).toBeVisible()

    // Whose sign-in leads to the desk.
    await signIn(person.email)
    await expect(page).toHaveURL('/manager/desk')
    const items = page.getByRole('navigation').filter({ visible: true }).getByRole('link')
    expect(await items.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '/manager/desk',
      '/home',
      '/app',
      '/app/account',
    ])
    await page.keyboard.type('tumaini')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Tumaini Wekesa' })).toBeVisible()
    await page.keyboard.type(copy.number)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Tumaini Wekesa' }).getByRole('listitem')).toHaveCount(1)
    await page.keyboard.type('99999999')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: w('desk_unknown_title') })).toBeVisible()
    await expect(page.getByText('A secret')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
    expect(await faultsOf(page)).toEqual([])

    // Page by page: what is not the desk is refused as to a reader.
    const statuses = new Map<string, number>()
    const pages = [...managerPages(), `/manager/borrowers/${borrowerId}`, `/manager/books/${book?.id}`]
    for (const path of pages) statuses.set(path, (await page.request.get(path)).status())
    expect(statuses.size).toBeGreaterThan(25)
    expect(Object.fromEntries([...statuses].filter(([, status]) => status !== 403))).toEqual({
      '/manager/': 200,
      '/manager/desk': 200,
    })
    expect((await page.request.get('/manager', { maxRedirects: 0 })).headers().location).toBe('/manager/desk')

    await open(page, '/home')
    await page.getByRole('link', { name: w('desk_title') }).click()
    await expect(heading(page)).toHaveText(w('desk_title'))
    await open(page, '/app')
    await page
      .getByRole('navigation')
      .filter({ visible: true })
      .getByRole('link', { name: w('desk_title') })
      .click()
    await expect(heading(page)).toHaveText(w('desk_title'))

    // Without lending a helper is a reader.
    await switchLending(false)
    expect(await open(page, '/manager/desk')).toBe(403)
    await open(page, '/app')
    await expect(page.getByRole('link', { name: w('desk_title') })).toHaveCount(0)
    await open(page, '/login')
    await expect(page).toHaveURL('/app')
    await managers.close()
  },
)

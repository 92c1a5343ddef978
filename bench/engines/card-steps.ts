import { ANSWER_PATIENCE } from '#base/lib/connection/without-answer.ts'
import { words } from '../../testing/words.ts'
import type { CardReader } from './card-reader.ts'
import type { HangingConnection } from './hanging-connection.ts'
import { heading, hits, isAt, PHONE, shows } from './seen.ts'
import { element, type Step, type Tab } from './tab.ts'

const w = words('en')

/** Milliseconds beyond a patience that a busy machine may take. */
const SLACK = 4000
/** Milliseconds until the device has its copy of the books: readers of one class take turns (shell/watch-offline-catalogue.ts). */
const COPIED = 90_000

const navigation = (path: string): string => element(`nav a[href="${path}"]`)
const row = (title: string): string =>
  `[...document.querySelectorAll('main li')].find((one) => one.innerText.includes(${JSON.stringify(title)}))`
const button = (of: string): string => element(`main [aria-label=${JSON.stringify(of)}]`)

/** Fails if something took longer than a patience. */
async function within(patience: number, what: string, seen: Promise<number>): Promise<void> {
  const took = await seen
  console.log(`  ${what} after ${(took / 1000).toFixed(1)} s`)
  if (took > patience + SLACK) throw new Error(`${what}: only after ${took} ms`)
}

/** Opens a page as a browser that is started anew does, without waiting for the server. */
const openAnew = (tab: Tab, path: string): Promise<unknown> =>
  tab.evaluate(`[(window.wasHere = true), setTimeout(() => location.assign(${JSON.stringify(path)}))].length`)
const isNew = '!window.wasHere'

/** What stands over own books that were known before. */
const KNOWN = w('own_known_page', { when: '|' }).split('|')[1] ?? ''

/** Opens the list from another page, whose search field is not the one that is meant. */
async function openList(tab: Tab): Promise<void> {
  await tab.click(navigation('/app/books'))
  await tab.until('the list', `${isAt('/app/books')} && ${heading(w('books_title'))} && ${hits}.length > 15`)
}

/** A pupil with a sign-in card reads, reserves and renews; then the connection hangs, and comes back. */
export const cardSteps = ({ name, code, lent, wanted }: CardReader, connection: HangingConnection): Step[] => {
  const own = `${isAt('/app/loans')} && ${heading(w('own_title'))} && ${row(lent)} && ${row(wanted.title)}`
  return [
    {
      name: 'card',
      run: async (tab) => {
        await tab.resize(...PHONE)
        await tab.open(`/login/card#${code.replaceAll('-', '')}`)
        await tab.until('the code', `document.querySelector('main input').value.length === 12 && location.hash === ''`)
        await tab.click(element('main button', w('card_submit')))
        await tab.until('the sign-in', heading(w('card_done_title')))
      },
    },
    {
      name: 'card-home',
      run: async (tab) => {
        await tab.click(element('main a', w('card_done_enter')))
        await tab.until('the name', `${isAt('/app')} && document.querySelector('h1')?.textContent.includes('${name}')`)
        await tab.until('what is on the shelf', `/1 on the shelf/.test(${hits}[0]?.textContent)`)
      },
    },
    {
      name: 'card-reserve',
      run: async (tab) => {
        await openList(tab)
        await tab.click(element('input[type=search]'))
        await tab.type(wanted.title)
        const hit = element(`main li a[href="/app/books/${wanted.id}"]`)
        await tab.until('what is on loan', `${hit}?.textContent.includes(${JSON.stringify(w('own_none_free'))})`)
        await tab.click(hit)
        await tab.click(button(w('own_reserve_of', { title: wanted.title })))
        await tab.until('the reservation', shows(w('own_next')))
      },
    },
    {
      name: 'card-own',
      run: async (tab) => {
        await tab.click(navigation('/app/loans'))
        await tab.until('both books', `${isAt('/app/loans')} && ${row(lent)} && ${row(wanted.title)}`)
        await tab.until('the books on the device', `localStorage.getItem('copy')?.startsWith('[')`, COPIED)
      },
    },
    {
      name: 'hanging-act',
      run: async (tab) => {
        const before = await tab.evaluate(`${row(lent)}.querySelector('p').innerText`)
        await tab.evaluate(`(window.before = ${JSON.stringify(before)})`)
        connection.hang(true)
        await tab.click(button(w('own_renew_of', { title: lent })))
        await within(ANSWER_PATIENCE, 'the renewal is said to be late', tab.until('late', shows(w('act_late_title'))))
      },
    },
    {
      name: 'hanging-over',
      run: async (tab) => {
        connection.hang(false)
        await tab.until('the new day', `${row(lent)}.querySelector('p').innerText !== window.before`)
        await tab.until('a connection', `!${shows(w('offline_banner_alone'))}`)
      },
    },
    {
      name: 'hanging-own',
      run: async (tab) => {
        connection.hang(true)
        await tab.click(navigation('/app'))
        await tab.until('the first page', isAt('/app'))
        await tab.click(navigation('/app/loans'))
        await within(ANSWER_PATIENCE, 'the own books are there', tab.until('both books', own))
        await tab.until('when that was known', shows(KNOWN), 2 * ANSWER_PATIENCE + SLACK)
      },
    },
    {
      name: 'hanging-anew',
      run: async (tab) => {
        if (tab.isBlockedByLoading) return console.log('  not tried: the driver answers nothing while a page loads')
        await openAnew(tab, '/app/loans')
        await within(ANSWER_PATIENCE, 'the own books are there', tab.until('both books', `${isNew} && ${own}`))
        await tab.until('when that was known', shows(KNOWN))
      },
    },
    {
      name: 'hanging-search',
      run: async (tab) => {
        await openList(tab)
        await tab.click(element('input[type=search]'))
        await tab.type('house')
        await tab.until('results', `location.search.includes('house') && /house/i.test(${hits}[0]?.textContent)`)
        await tab.click(`${hits}[0]`)
        await tab.until(
          'the book',
          `/^.app.books.[^?]/.test(location.pathname) && document.querySelector('main .cover')`,
        )
      },
    },
    {
      name: 'hanging-back',
      run: async (tab) => {
        connection.hang(false)
        await tab.until('a connection', `!${shows(w('offline_banner_alone'))}`)
        await tab.open('/app/account')
        await tab.click(element('main button', w('account_sign_out')))
        await tab.click(element('[role=alertdialog] button', w('account_sign_out')))
        await tab.until('the way in', `location.pathname.startsWith('/login') || location.pathname === '/'`)
      },
    },
  ]
}

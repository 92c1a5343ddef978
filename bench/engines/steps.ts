import { newestCode } from '../../testing/outbox.ts'
import { words } from '../../testing/words.ts'
import { WRITTEN_BY } from '../seed.ts'
import { cardSteps } from './card-steps.ts'
import type { CardReader } from './card-reader.ts'
import type { HangingConnection } from './hanging-connection.ts'
import { DESK, heading, hits, isAt, PHONE } from './seen.ts'
import { element, KEYS, type Step, type Tab } from './tab.ts'

const w = words('en')
const arabic = words('ar')
const rows = 'document.querySelectorAll("main [data-row-key=open]")'
const focused = (selector: string): string => `document.activeElement?.matches(${JSON.stringify(selector)})`
/** The numbers that a document shows in `main`, in any digits. */
const numbers = (document: string): string =>
  `(${document}.querySelector('main').textContent.match(/[\\d\u0660-\u0669]+/g) ?? []).join(' ')`

/** A new user's way in: address, code, name. */
async function signIn(tab: Tab, dataDir: string, email: string): Promise<void> {
  await tab.open('/login')
  await tab.click(element('input[type=email]'))
  await tab.type(`${email}${KEYS.enter}`)
  await tab.click(element('input[autocomplete=one-time-code]'))
  await tab.type(await newestCode(email, dataDir))
  await tab.until('onboarding', heading(w('onboarding_title')))
  await tab.click(element('main input'))
  await tab.type(`Amina${KEYS.enter}`)
  await tab.until('the first page', `/^.(app|manager)/.test(location.pathname)`)
}

/** The address of a run's admin. */
export const adminOf = (run: string): string => `admin-${run}@engines.example`

interface Visit {
  dataDir: string
  /** Tells the people of one run from those of another. */
  run: string
  pupil: CardReader
  connection: HangingConnection
}

/** What readers and a manager do, in the order in which it is done. */
export const stepsFor = ({ dataDir, run, pupil, connection }: Visit): Step[] => [
  {
    name: 'sign-in',
    run: async (tab) => {
      await tab.resize(...PHONE)
      await signIn(tab, dataDir, `reader-${run}@engines.example`)
    },
  },
  {
    name: 'home',
    run: async (tab) => {
      await tab.open('/app')
      await tab.until('books', `${hits}.length > 4`)
    },
  },
  {
    name: 'list',
    run: async (tab) => {
      await tab.click(element('nav a[href="/app/books"]'))
      await tab.until('the list', `${isAt('/app/books')} && ${hits}.length > 15`)
    },
  },
  {
    name: 'search',
    run: async (tab) => {
      await tab.click(element('input[type=search]'))
      await tab.type('house')
      await tab.until('results', `location.search.includes('house') && /house/i.test(${hits}[0]?.textContent)`)
    },
  },
  {
    name: 'book',
    run: async (tab) => {
      await tab.click(`${hits}[1]`)
      await tab.until('the book', `/^.app.books.[^?]/.test(location.pathname) && document.querySelector('main .cover')`)
    },
  },
  {
    name: 'back',
    run: async (tab) => {
      await tab.evaluate('history.back()')
      await tab.until('the results', `${isAt('/app/books')} && ${hits}.length > 1`)
      await tab.until('the focus on the book', `document.activeElement === ${hits}[1]`)
    },
  },
  {
    name: 'arabic',
    run: async (tab) => {
      await tab.evaluate('(document.cookie = "language=ar; path=/")')
      await tab.open('/app')
      await tab.until('Arabic', `document.documentElement.dir === 'rtl' && ${hits}.length > 4`)
      await tab.until(
        'the numbers of the server',
        `fetch('/app').then((response) => response.text()).then((html) => ` +
          `${numbers('new DOMParser().parseFromString(html, "text/html")')} === ${numbers('document')})`,
      )
    },
  },
  {
    name: 'arabic-list',
    run: async (tab) => {
      await tab.click(element('nav a[href="/app/books"]'))
      await tab.until('the list', `${hits}.length > 15`)
      await tab.until('Latin digits', `!/[\u0660-\u0669]/.test(document.body.innerText)`)
    },
  },
  {
    name: 'arabic-dark',
    run: async (tab) => {
      await tab.evaluate('localStorage.setItem("theme", "dark")')
      await tab.open('/app/account')
      await tab.until('the account', heading(arabic('account_title')))
      await tab.until('the sessions', element('h2', arabic('account_sessions_title')))
      await tab.until('Latin digits', `!/[\u0660-\u0669]/.test(document.body.innerText)`)
    },
  },
  {
    name: 'drawer',
    run: async (tab) => {
      await tab.evaluate('[localStorage.removeItem("theme"), (document.cookie = "language=en; path=/")]')
      await tab.open('/app/account')
      await tab.click(element(`main a[aria-label=${JSON.stringify(w('account_change_name'))}]`))
      await tab.until('the field', focused('[role=dialog] input'))
      await tab.type(' Odhiambo')
      await tab.type(KEYS.escape)
      await tab.until('the question', element('[role=alertdialog]'))
    },
  },
  {
    name: 'sign-out',
    run: async (tab) => {
      await tab.open('/app/account')
      await tab.click(element('main button', w('account_sign_out')))
      await tab.click(element('[role=alertdialog] button', w('account_sign_out')))
      await tab.until('the way in', `location.pathname.startsWith('/login') || location.pathname === '/'`)
    },
  },
  ...cardSteps(pupil, connection),
  {
    name: 'managers-list',
    run: async (tab) => {
      await tab.resize(...DESK)
      await signIn(tab, dataDir, adminOf(run))
      await tab.open('/manager/books')
      await tab.until('books', `${rows}.length > 10`)
      await tab.type('/')
      await tab.until('the field', focused('input[type=search]'))
      await tab.type('house')
      await tab.until('results', `location.search.includes('house') && /house/i.test(${rows}[0]?.textContent)`)
    },
  },
  {
    name: 'managers-form',
    run: async (tab) => {
      await tab.open('/manager/books')
      await tab.type('n')
      await tab.until('the form', `${heading(w('book_new_title'))} && ${focused('main input')}`)
      const { tab: next } = KEYS
      await tab.type(`1/4 جرام${next}Essam Youssef${next}${next}${WRITTEN_BY}`)
      await tab.until('the cover', element('main .cover-words', '1/4 جرامEssam Youssef'))
    },
  },
  {
    name: 'save',
    run: async (tab) => {
      await tab.click(element('button', w('book_save')))
      await tab.until('the book', heading('1/4 جرام'))
    },
  },
]

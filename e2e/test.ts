import { test as base } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { startAgainAfterCrash } from '#test/start-browser.ts'
import { enter, renewed, stateOf, type Person, type State } from '../testing/enter.ts'
import { belongsTo } from '../testing/origin.ts'
import { newestCode } from '../testing/outbox.ts'
import { OwnServers } from './own-servers.ts'
import { adminOf } from '../testing/server.ts'
import { signIn } from '../testing/sign-in.ts'
import { watch, type Watch } from '../testing/watch.ts'
import { LANGUAGES, words, type Language, type Words } from '../testing/words.ts'

export { expect } from '@playwright/test'
export * from '../testing/enter.ts'
export * from '../testing/sign-in.ts'

interface Options {
  /** Who opens the pages: a visitor, or a user whom this worker has signed in once. A newcomer is not onboarded. */
  person: 'nobody' | Person
}

interface Fixtures {
  dataDir: string
  /** The messages in the browser's language. */
  w: Words
  language: Language
  watched: Watch
  /** The code in the newest mail to an address; waits for it, or for the `count`th mail. */
  codeFor: (email: string, count?: number) => Promise<string>
  /** Signs in by the pages in this browser. */
  signIn: (email: string, name?: string) => Promise<void>
  /** Signs in a new user without opening a page; returns the address. */
  newReader: (name?: string) => Promise<string>
}

interface WorkerFixtures {
  /** The cookies of a signed-in user, who is signed in at the first call. */
  stateFor: (person: Person) => Promise<State>
  ownServers: OwnServers
}

// The global setup has set them before a worker starts.
const { E2E_URL = '', E2E_DATA_DIR = '' } = process.env

/** A unique email address. */
export const newAddress = (who = 'reader'): string => `${who}-${randomBytes(5).toString('hex')}@example.com`

/** A random client address, most likely unique. */
const newClient = (): string => `10.${[...randomBytes(3)].join('.')}`

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  playwright: [
    async ({ playwright }, use) => {
      startAgainAfterCrash(playwright.chromium)
      await use(playwright)
    },
    { scope: 'worker' },
  ],
  person: ['nobody', { option: true }],
  baseURL: E2E_URL,
  dataDir: [E2E_DATA_DIR, { option: true }],
  language: async ({ locale }, use) => use(LANGUAGES.find((language) => locale?.startsWith(language)) ?? 'en'),
  w: async ({ language }, use) => use(words(language)),
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newClient() }),
  storageState: async ({ person, stateFor }, use) => use(person === 'nobody' ? undefined : await stateFor(person)),
  watched: [
    async ({ context, baseURL }, use, info) => {
      belongsTo(context, baseURL ?? '')
      const watched = await watch(context, baseURL ?? '')
      await use(watched)
      // A failed test has reported its reason already.
      if (info.status === info.expectedStatus && watched.faults.length > 0) throw new Error(watched.faults.join('\n'))
    },
    { auto: true },
  ],
  codeFor: async ({ dataDir }, use) => use((email, count) => newestCode(email, dataDir, count)),
  signIn: async ({ page, dataDir, language }, use) =>
    use((email, name) => signIn(page, { email, dataDir, language, ...(name !== undefined && { name }) })),
  newReader: async ({ context, baseURL, dataDir }, use) =>
    use(async (name = 'Amina') => {
      const email = newAddress()
      await enter(context, baseURL, { email, name, dataDir })
      return email
    }),
  stateFor: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use, { parallelIndex }) => {
      const states = new Map<string, () => Promise<State>>()
      const sign = (person: Person) =>
        stateOf(E2E_URL, person, {
          email: person === 'admin' ? adminOf(parallelIndex) : newAddress(),
          dataDir: E2E_DATA_DIR,
        })
      await use((person) => {
        const state = states.get(person) ?? renewed(() => sign(person))
        states.set(person, state)
        return state()
      })
    },
    { scope: 'worker' },
  ],
  ownServers: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const servers = new OwnServers()
      await use(servers)
      await servers.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

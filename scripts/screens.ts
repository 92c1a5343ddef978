import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { findBrowser } from '../testing/browser.ts'
import { addPeople, makeUser } from '../testing/people.ts'
import { ADMIN, startServer, type RunningServer } from '../testing/server.ts'
import { renewed, stateOf, type Person, type State } from '../testing/enter.ts'
import { belongsTo } from '../testing/origin.ts'
import { AREAS } from '../testing/screens/list.ts'
import { actsOf, type Act, type Area, type Screen, type State as ScreenState } from '../testing/screens/screen.ts'
import { open } from '../testing/sign-in.ts'
import { LANGUAGES, words, type Language } from '../testing/words.ts'
import { compress } from './docs-picture.ts'
import { DOCS_PICTURES, type DocsPicture } from './docs-pictures.ts'

const FOLDER = join(projectRoot, 'screens')
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  'docs-phone': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true },
  docs: { viewport: { width: 1100, height: 700 }, deviceScaleFactor: 1 },
}
const THEMES = ['light', 'dark'] as const
/** Pages that are rendered in parallel. */
const PARALLEL = 3

type Size = keyof typeof SIZES
/** A state of a screen, with all that leads to it. */
interface Pictured {
  name: string
  area: Area
  path: Screen['path']
  acts: readonly Act[]
}
interface Shot {
  screen: Pictured
  size: Size
  language: Language
  themes: readonly ('light' | 'dark')[]
}

const picturesOf = (area: Area, path: Screen['path'], state: ScreenState, before: readonly Act[] = []): Pictured[] => {
  const acts = [...before, ...actsOf(state)]
  return [
    { name: state.name, area, path, acts },
    ...(state.next ?? []).flatMap((next) => picturesOf(area, path, next, acts)),
  ]
}
const SCREENS = AREAS.flatMap((area) => area.screens.flatMap((screen) => picturesOf(area, screen.path, screen)))

const nameOf = ({ screen, size, language }: Omit<Shot, 'themes'>, theme: string): string =>
  `${screen.name}-${size}-${theme}-${language}`

/** A language, size or theme in the filter matches only that (`ar` not `dark`); anything else a part of the name. */
function isWanted(shot: Omit<Shot, 'themes'>, theme: string, filter: readonly string[]): boolean {
  const exact = new Set<string>([shot.language, shot.size, theme])
  const known = new Set<string>([...LANGUAGES, ...THEMES, ...Object.keys(SIZES)])
  return filter.every((part) => (known.has(part) ? exact.has(part) : nameOf(shot, theme).includes(part)))
}

/** All screens, in each size, theme and language that matches the filter. */
function shotsFor(filter: readonly string[]): Shot[] {
  const sizes: Size[] = ['phone', 'desktop']
  const all = SCREENS.flatMap((screen) =>
    sizes.flatMap((size) => LANGUAGES.map((language) => ({ screen, size, language }))),
  )
  return all
    .map((shot) => ({ ...shot, themes: THEMES.filter((theme) => isWanted(shot, theme, filter)) }))
    .filter(({ themes }) => themes.length > 0)
}

/** A picture of docs/ as a shot of its screen. */
function docsShot({ screen: name, size, language, theme }: DocsPicture): Shot {
  const screen = SCREENS.find((one) => one.name === name)
  if (!screen) throw new Error(`No screen is called ${name}`)
  return { screen, size, language, themes: [theme] }
}

async function take(context: BrowserContext, { screen, size, language, themes }: Shot, dataDir: string): Promise<void> {
  const page = await context.newPage()
  const visit = { page, language, w: words(language), dataDir }
  await open(page, typeof screen.path === 'string' ? screen.path : await screen.path(visit))
  for (const act of screen.acts) await act(visit)
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await page.evaluate(async (isDark) => {
      document.documentElement.classList.toggle('dark', isDark)
      await document.fonts.ready
    }, theme === 'dark')
    await page.screenshot({
      path: join(FOLDER, `${nameOf({ screen, size, language }, theme)}.png`),
      animations: 'disabled',
    })
  }
}

async function contextFor(
  browser: Browser,
  url: string,
  state: State | undefined,
  { size, language }: Shot,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...SIZES[size],
    baseURL: url,
    timezoneId: 'Africa/Nairobi',
    reducedMotion: 'reduce',
    ...(state && { storageState: state }),
  })
  belongsTo(context, url)
  await context.addCookies([{ name: 'language', value: language, url }])
  // Stops countdowns.
  await context.addInitScript(() => Object.assign(window, { setInterval: () => 0 }))
  return context
}

/** The cookies of a person, who signs in at the first picture; a new reader at each. */
function signIns({
  url,
  dataDir,
}: RunningServer): (person: Area['person'], email: string) => Promise<State | undefined> {
  const sign = (person: Person, email: string) => stateOf(url, person, { email, name: 'Amina', dataDir })
  const states = new Map<string, () => Promise<State>>()
  return async (person, email) => {
    if (person === 'nobody') return undefined
    if (person === 'new reader') return sign('reader', email)
    const state =
      states.get(person) ?? renewed(() => sign(person, person === 'admin' ? ADMIN : `${person}@example.com`))
    states.set(person, state)
    return state()
  }
}

async function takeAll(browser: Browser, server: RunningServer, shots: Shot[]): Promise<void> {
  const waiting = [...shots]
  const stateFor = signIns(server)
  const work = async () => {
    for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
      const { person, before } = shot.screen.area
      const email = `amina-${crypto.randomUUID().slice(0, 8)}@example.com`
      const context = await contextFor(browser, server.url, await stateFor(person, email), shot)
      // Continues after a failed screen: an imported catalogue may lack the books that it looks for.
      try {
        await before?.(server.dataDir, email)
        await take(context, shot, server.dataDir)
      } catch (error) {
        process.exitCode = 1
        console.error(`✗ ${nameOf(shot, shot.themes.join('/'))}: ${String(error).split('\n')[0]}`)
      }
      await context.close()
    }
  }
  await Promise.all(Array.from({ length: values.docs ? 1 : PARALLEL }, work))
}

/** Adds the books of the files and generated users to a library with samples. */
async function fillLibrary({ dataDir }: RunningServer, files: readonly string[], users: number): Promise<void> {
  const cli = join(projectRoot, 'src', 'operations', 'cli', 'maktaba.ts')
  for (const file of files)
    await promisify(execFile)(process.execPath, [cli, 'import', resolve(file)], {
      cwd: projectRoot,
      env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production' },
    })
  if (users > 0)
    await addPeople(
      dataDir,
      Array.from({ length: users }, (_, index) => makeUser(`n${index}`)),
    )
}

// Pictures of all screens for review: `npm run screens -- books phone ar`, or with another catalogue
// `npm run screens -- --import books.csv --users 2000`. With `--docs` the pictures in docs/ are made again, or those with
// a part of a name: `npm run screens -- --docs tour`.
const { values, positionals } = parseArgs({
  options: {
    docs: { type: 'boolean', default: false },
    import: { type: 'string', multiple: true, default: [] },
    users: { type: 'string', default: '0' },
  },
  allowPositionals: true,
})
const pictures = DOCS_PICTURES.filter(({ picture }) => positionals.every((part) => picture.includes(part)))
const shots = values.docs ? pictures.map(docsShot) : shotsFor(positionals)
if (shots.length === 0) {
  console.error(`No screen is called so. There are: ${SCREENS.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
if (positionals.length === 0 && !values.docs) rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const browser = await chromium.launch(await findBrowser())
// Screens with other settings get their own servers, one after the other.
for (const settings of new Set(shots.map(({ screen }) => screen.area.settings))) {
  const server = await startServer(settings)
  await fillLibrary(server, values.import, Number(values.users))
  const own = shots.filter(({ screen }) => screen.area.settings === settings)
  await takeAll(browser, server, own).finally(() => server.stop())
}
if (values.docs) {
  for (const picture of pictures) {
    const scale = SIZES[picture.size].deviceScaleFactor
    const height = picture.height * scale
    await compress(browser, join(FOLDER, `${nameOf(docsShot(picture), picture.theme)}.png`), { ...picture, height })
  }
}
await browser.close()
console.log(`${shots.reduce((total, { themes }) => total + themes.length, 0)} pictures are in ${FOLDER}`)

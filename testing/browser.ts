import { execFile } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Options for Playwright's `launch`. */
export interface FoundBrowser {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

const run = promisify(execFile)
const NAMES = ['chromium', 'google-chrome-stable', 'google-chrome', 'chrome', 'chromium-browser']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
// Renders text at the same positions on every machine.
const ARGS = ['--font-render-hinting=none', '--disable-lcd-text']

/**
 * Finds a Chromium: CHROMIUM_PATH, else that of @sparticuz/chromium, which is the same on every machine, else an
 * installed one. Throws an error with instructions if there is none.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    const problem = await problemOf(given, ownEnvironment())
    if (problem) throw new Error(`CHROMIUM_PATH is "${given}", which does not run: ${problem}`)
    return { executablePath: given, args: ARGS, env: ownEnvironment() }
  }
  const found = await packagedBrowser()
  if (typeof found !== 'string') return found
  for (const path of installed()) {
    if (!(await problemOf(path, ownEnvironment()))) return { executablePath: path, args: ARGS, env: ownEnvironment() }
  }
  throw new Error(`${found}: install Chromium or Chrome, or set CHROMIUM_PATH to one.`)
}

function installed(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC_CHROME].filter(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** Why a browser does not start; undefined if it does. A command on the PATH may be a stub that installs one. */
const problemOf = (path: string, env: Record<string, string>): Promise<string | undefined> =>
  run(path, ['--version'], { env, timeout: 20_000 }).then(
    () => undefined,
    (error: Error) => error.message.trim().split('\n').at(-1) ?? 'it fails',
  )

/** The browser of the package, or why it cannot be used. */
async function packagedBrowser(): Promise<FoundBrowser | string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'No Chromium was found'
  const folder = await unpacked()
  const executablePath = join(folder, 'chromium')
  const env: Record<string, string> = { ...ownEnvironment(), FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  if (!(await problemOf(executablePath, env))) return { executablePath, args: ARGS, env }
  // The system lacks NSS, which the package also contains.
  const libraries = [join(folder, 'al2023', 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  const withLibraries = { ...env, LD_LIBRARY_PATH: libraries }
  const problem = await problemOf(executablePath, withLibraries)
  if (problem) return `The Chromium of @sparticuz/chromium does not run (${problem})`
  return { executablePath, args: ARGS, env: withLibraries }
}

/** The folder of the unpacked browser, for each user and version, so that nobody runs another user's file. */
async function unpacked(): Promise<string> {
  const library = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')))))
  const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))
  const home = join(tmpdir(), `maktaba-chromium-${userInfo().uid}`)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const { uid, mode } = lstatSync(home)
  if (uid !== userInfo().uid || (mode & 0o77) !== 0)
    throw new Error(`${home} belongs to somebody else: remove it, or set CHROMIUM_PATH.`)
  const folder = join(home, String(version))
  if (existsSync(folder)) return folder
  const draft = mkdtempSync(join(home, 'draft-'))
  await unpackInto(draft)
  writeFileSync(join(draft, 'fonts.conf'), fontsConf(folder))
  try {
    // Atomic, since tests, pictures and budget may start concurrently.
    renameSync(draft, folder)
  } catch {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

/** The package unpacks into the temporary folder, and its libraries only if it detects AWS Lambda. */
async function unpackInto(folder: string): Promise<void> {
  const { default: chromium } = await import('@sparticuz/chromium')
  const previous = { TMPDIR: process.env.TMPDIR, AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV }
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' })
  try {
    await chromium.executablePath()
  } finally {
    for (const [name, value] of Object.entries(previous)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** Uses the package's Open Sans for the interface, so that pictures do not depend on the installed fonts. */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
  ${['system-ui', 'ui-sans-serif', 'sans-serif', 'sans']
    .map(
      (name) => `<alias binding="strong"><family>${name}</family><prefer><family>Open Sans</family></prefer></alias>`,
    )
    .join('\n  ')}
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>
`

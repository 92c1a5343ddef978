import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import type { Engine } from './engines/engine.ts'
import { firefoxLacks, startFirefox } from './engines/firefox.ts'
import { addCardReader, endLending } from './engines/card-reader.ts'
import { hangingConnection } from './engines/hanging-connection.ts'
import { adminOf, stepsFor } from './engines/steps.ts'
import { tabOf, type Step, type Tab } from './engines/tab.ts'
import { startWebkit, webkitLacks } from './engines/webkit.ts'
import { freePort, startMaktaba } from './maktaba.ts'
import { seededData } from './seed.ts'

const BOOKS = Number(process.env.BOOKS ?? 10_900)
const FOLDER = join(projectRoot, 'screens', 'engines')

const ENGINES: { name: string; lacks: () => string[]; start: () => Promise<Engine> }[] = [
  { name: 'firefox', lacks: firefoxLacks, start: startFirefox },
  { name: 'webkit', lacks: webkitLacks, start: startWebkit },
]

/** What is wrong with any page. */
const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth'

/** Takes a step; returns what is wrong. */
async function take(tab: Tab, { run }: Step): Promise<string[]> {
  const hung = tab.hangs.length
  const faults: string[] = []
  await run(tab).catch((error: unknown) => faults.push(String(error)))
  const wider = Number(await tab.evaluate(SIDEWAYS).catch(() => 0))
  if (wider > 0) faults.push(`the page is ${wider} px wider than the window`)
  const hangs = tab.hangs.slice(hung)
  if (hangs.length > 0) console.log(`  the driver hung, the page went on: ${hangs.join(', ')}`)
  return faults
}

async function visit(name: string, engine: Engine, url: string, steps: readonly Step[]): Promise<boolean> {
  const tab = tabOf(engine, url)
  let isGood = true
  console.log(`\n${engine.name}`)
  for (const [at, step] of steps.entries()) {
    const started = performance.now()
    const faults = await take(tab, step)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      `${faults.length === 0 ? '✓' : '✗'} ${step.name.padEnd(14)} ${seconds.padStart(5)} s  ${faults.join('; ')}`,
    )
    if (faults.length > 0) isGood = false
    const picture = await tab.picture().catch(() => undefined)
    const file = `${name}-${String(at + 1).padStart(2, '0')}-${step.name}.png`
    if (picture) writeFileSync(join(FOLDER, file), picture)
  }
  return isGood
}

/**
 * Walks through the pages of readers and managers in Debian's Firefox and WebKitGTK, with pictures in `screens/engines`; a reader
 * with a sign-in card goes on over a connection that hangs.
 * ENGINE=webkit takes one of them.
 */
export default async function measureEngines(): Promise<boolean> {
  const wanted = ENGINES.filter(({ name }) => (process.env.ENGINE ?? name) === name)
  for (const { name, lacks } of wanted)
    if (lacks().length > 0) console.log(`${name} is not measured: apt-get install ${lacks().join(' ')}`)
  const present = wanted.filter(({ lacks }) => lacks().length === 0)
  if (present.length === 0) return false
  mkdirSync(FOLDER, { recursive: true })
  let isGood = present.length === wanted.length
  for (const { name, start } of present) {
    const { dataDir } = await seededData(BOOKS, console.log)
    // New people each time.
    const run = `${name}-${Date.now()}`
    const pupil = await addCardReader(dataDir, run)
    const port = await freePort()
    const connection = await hangingConnection(port)
    const url = `http://127.0.0.1:${connection.port}`
    const maktaba = await startMaktaba(dataDir, { port, settings: { ADMIN_EMAIL: adminOf(run), BASE_URL: url } })
    try {
      const engine = await start()
      const steps = stepsFor({ dataDir, run, pupil, connection })
      if (!(await visit(name, engine, url, steps).finally(engine.close))) isGood = false
    } catch (error) {
      console.log(`✗ ${name}: ${String(error)}`)
      isGood = false
    } finally {
      connection.close()
      await maktaba.stop()
      await endLending(dataDir)
    }
  }
  console.log(`\nThe pictures are in ${FOLDER}`)
  return isGood
}

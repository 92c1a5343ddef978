import { execFileSync } from 'node:child_process'
import { chmod, mkdir, rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { updatePlaces } from '#base/lib/package-update.server.ts'
import { keepInstalled } from './keep-installed.ts'

/** Milliseconds between two looks, and how often one is taken: dpkg is at work on the package when this begins. */
const PAUSE = 5000
const LOOKS = 120

const { results, installed } = updatePlaces()

/** Keeps the package that is installed, as root, where the service can read it. Run by maktaba-keep.service. */
async function keep(): Promise<void> {
  for (let left = LOOKS; isBeingInstalled() && left > 0; left -= 1) await sleep(PAUSE)
  await mkdir(results, { recursive: true, mode: 0o755 })
  const draft = `${installed}.new`
  await keepInstalled(draft)
  // All may read the package: it holds nothing secret.
  await chmod(draft, 0o644)
  await rename(draft, installed)
}

/** As long as dpkg has not come to the end. */
const isBeingInstalled = (): boolean =>
  !execFileSync('dpkg-query', ['--show', '--showformat', '${db:Status-Abbrev}', 'maktaba'], {
    encoding: 'utf8',
  }).startsWith('ii')

await keep()

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMaktaba } from '../maktaba.ts'
import { withClient } from '../seed.ts'
import { faketime, NO_FAKETIME } from './faketime.ts'
import { skippedFault, type Fault } from './fault.ts'

/** The clocks of one start after the other, as libfaketime writes them. */
const STARTS = ['+0d', '+400d', '+0d', '-400d', '-399d', '+0d', '+60d', '-700d', '+0d']
/** Milliseconds until the clean-up of a start is done, and until its nightly backup is. */
const CLEANED_UP = 40_000
const BACKED_UP = 6.5 * 60_000
const BOOKS = 20

const TRASH = `
  insert into deleted_book (id, title, version, created_at, updated_at, deleted_at)
  select gen_random_uuid(), 'In the trash ' || n, 1, now(), now(), now() from generate_series(1, ${BOOKS}) as n`

const fault: Fault = {
  about:
    'the clock is years wrong at one start after the other, also of the database (needs the Debian package libfaketime)',
  run: async ({ say }) => {
    const own = faketime()
    if (!own) return skippedFault(NO_FAKETIME)
    const folder = mkdtempSync(join(tmpdir(), 'maktaba-fault-'))
    const dataDir = join(folder, 'data')
    const logFile = join(folder, 'server.log')
    const problems: string[] = []
    const count = () =>
      withClient(dataDir, async (client) => {
        const { rows } = await client.query<{ count: number }>('select count(*)::int as count from deleted_book')
        return rows[0]?.count ?? 0
      })
    /** Nightly backups that are not of the future. */
    const backups = () => {
      const stamp = new Date().toISOString().slice(0, 10)
      return readdirSync(join(dataDir, 'backups')).filter(
        (name) => name.endsWith('nightly.maktaba') && name <= `${stamp}z`,
      )
    }
    try {
      for (const [at, clock] of STARTS.entries()) {
        const settings = { ...(clock !== '+0d' && { ...own, FAKETIME: clock }), SEED: 'sample' }
        const maktaba = await startMaktaba(dataDir, { settings, logFile })
        // A backup is waited for at the first start with a wrong clock, and at the last one with the right one.
        await sleep(at === 1 || at === STARTS.length - 1 ? BACKED_UP : CLEANED_UP)
        await maktaba.stop()
        if (at === 0) await withClient(dataDir, (client) => client.query(TRASH))
        const kept = await count()
        say(`started at ${clock}: ${kept} of ${BOOKS} books are in the trash`)
        if (kept !== BOOKS) problems.push(`a start at ${clock} has deleted ${BOOKS - kept} books of the trash`)
      }
      const made = backups()
      say(`backups that count: ${made.join(', ')}`)
      if (!made.some((name) => name.startsWith(new Date().toISOString().slice(0, 10))))
        problems.push('no nightly backup was made after the clock was right again')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return { times: STARTS.length, acknowledged: BOOKS, lost: 0, answers: new Map(), longestOutage: 0, problems }
  },
}
export default fault

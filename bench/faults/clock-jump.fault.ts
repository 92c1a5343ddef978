import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../seed.ts'
import { faketime, NO_FAKETIME } from './faketime.ts'
import { skippedFault, type Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { withLibrary } from './library.ts'
import { Writer } from './writer.ts'

/** Jumps of the server's clock, as libfaketime writes them; the database's clock stays. */
const JUMPS = { '+2h': 2, '-2h': -2, '+3d': 72, '+0': 0 }
const HOUR = 3_600_000

const fault: Fault = {
  about: "the server's clock jumps forward and back (needs the Debian package libfaketime)",
  run: async ({ say }) => {
    const own = faketime()
    if (!own) return skippedFault(NO_FAKETIME)
    return withLibrary(async (library) => {
      const ledger = new Ledger()
      const file = join(library.folder, 'clock')
      writeFileSync(file, '+0')
      const faked = { ...own, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' }
      const maktaba = await library.start({ ...library.ownDatabase, ...faked })
      const writer = new Writer(library, ledger, () => maktaba.url, 2)
      for (const [jump, hours] of Object.entries(JUMPS)) {
        writeFileSync(file, jump)
        await sleep(3000)
        const me = await fetch(`${maktaba.url}/api/v1/me`, { headers: { cookie: library.cookies.reader } })
        say(`after ${jump}: a session is answered ${me.status}, ${writer.acknowledged.length} books added`)
        const told = Date.parse(me.headers.get('date') ?? '') - Date.now()
        if (!(Math.abs(told - hours * HOUR) < 0.1 * HOUR)) ledger.problem(`the server's clock did not jump by ${jump}`)
        if (me.status !== 200) ledger.problem(`after ${jump} a session of 30 days was answered ${me.status}`)
      }
      await writer.stop()
      const lost = await writer.countLost(library)
      const { rows } = await withClient(library.dataDir, (client) =>
        client.query<{ count: number }>('select (count(*) - count(distinct id))::int as count from book'),
      )
      if (lost + (rows[0]?.count ?? 0) > 0) ledger.problem('books are lost or ids are there twice')
      await maktaba.stop()
      const { answers, longestOutage, problems } = ledger
      const times = Object.keys(JUMPS).length
      return { times, acknowledged: writer.acknowledged.length, lost, answers, longestOutage, problems }
    })
  },
}
export default fault

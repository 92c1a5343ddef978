import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { signalDatabase, withLibrary } from './library.ts'
import { Writer } from './writer.ts'

const WRITES = 1000
/** Milliseconds in which the library must take writes again. */
const RECOVERY = 30_000

const fault: Fault = {
  about: 'kill -9 of the embedded database while books are added; Maktaba starts it again',
  run: ({ times = 20, say }) =>
    withLibrary(async (library) => {
      const ledger = new Ledger()
      const maktaba = await library.start()
      const writer = new Writer(library, ledger, () => maktaba.url)
      for (let kills = 0; kills < times; kills++) {
        const wanted = ((kills + 1) * WRITES) / times
        while (writer.acknowledged.length < wanted) await sleep(20)
        // In turn the postmaster alone, whose children then end by themselves, and all of its processes.
        signalDatabase(library.database, 'SIGKILL', { all: kills % 2 === 1 })
        const before = writer.acknowledged.length
        const killed = performance.now()
        while (writer.acknowledged.length < before + 4 && performance.now() - killed < RECOVERY) await sleep(50)
        if (performance.now() - killed >= RECOVERY) {
          ledger.problem(`no write after ${RECOVERY / 1000} s: ${library.log().slice(-600)}`)
          break
        }
        say(`killed ${kills + 1} times, ${writer.acknowledged.length} acknowledged`)
      }
      await writer.stop()
      const lost = await writer.countLost(library)
      await maktaba.stop()
      if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
      const { answers, longestOutage, problems } = ledger
      return { times, acknowledged: writer.acknowledged.length, lost, answers, longestOutage, problems }
    }),
}
export default fault

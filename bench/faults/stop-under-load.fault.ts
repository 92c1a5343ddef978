import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { withLibrary } from './library.ts'
import { Writer } from './writer.ts'

/** Seconds in which a server must have ended whose requests are short; it has ten for long ones. */
const PROMISED = 6

const fault: Fault = {
  about: 'SIGTERM while books are added, every second time a second SIGTERM',
  run: ({ times = 10, say }) =>
    withLibrary(async (library) => {
      const ledger = new Ledger()
      let maktaba = await library.start(library.ownDatabase)
      const { url } = maktaba
      const writer = new Writer(library, ledger, () => url)
      for (let stops = 0; stops < times; stops++) {
        const before = writer.acknowledged.length
        while (writer.acknowledged.length < before + 50) await sleep(20)
        const asked = performance.now()
        maktaba.signal('SIGTERM')
        if (stops % 2 === 1) maktaba.signal('SIGTERM')
        const code = await maktaba.ended
        const seconds = (performance.now() - asked) / 1000
        if (code !== 0) ledger.problem(`it ended with ${code ?? 'a signal'}`)
        if (seconds > PROMISED) ledger.problem(`it took ${seconds.toFixed(1)} s to stop`)
        maktaba = await library.start(library.ownDatabase, Number(new URL(url).port))
        say(`stopped ${stops + 1} times, this time in ${seconds.toFixed(2)} s`)
      }
      await writer.stop()
      const lost = await writer.countLost(library)
      if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
      await maktaba.stop()
      const { answers, longestOutage, problems } = ledger
      return { times, acknowledged: writer.acknowledged.length, lost, answers, longestOutage, problems }
    }),
}
export default fault

import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { withLibrary } from './library.ts'
import { Writer } from './writer.ts'

const WRITES = 1000

const fault: Fault = {
  about: 'kill -9 of the server while books are added, and a new one on the same port',
  run: ({ times = 20, say }) =>
    withLibrary(async (library) => {
      const ledger = new Ledger()
      let maktaba = await library.start()
      const { url } = maktaba
      const port = Number(new URL(url).port)
      const writer = new Writer(library, ledger, () => url)
      for (let kills = 0; kills < times; kills++) {
        const wanted = ((kills + 1) * WRITES) / times
        while (writer.acknowledged.length < wanted) await sleep(20)
        await sleep((kills * 37) % 200)
        await maktaba.kill()
        maktaba = await library.start({}, port)
        say(`killed ${kills + 1} times, ${writer.acknowledged.length} acknowledged`)
      }
      await writer.stop()
      await maktaba.stop()
      const lost = await writer.countLost(library)
      if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
      const { answers, longestOutage, problems } = ledger
      return { times, acknowledged: writer.acknowledged.length, lost, answers, longestOutage, problems }
    }),
}
export default fault

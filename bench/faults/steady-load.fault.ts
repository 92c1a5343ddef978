import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { withLibrary } from './library.ts'
import { slopeOf } from './slope.ts'
import { Visitor } from './visitor.ts'
import { Writer } from './writer.ts'

/** Megabytes an hour by which memory may grow after the first quarter of the run. */
const MOST_GROWTH = 40
/** Milliseconds between two samples. */
const INTERVAL = 5000

const fault: Fault = {
  about: `pages, searches and writes for --minutes 20; memory may grow by ${MOST_GROWTH} MB an hour`,
  run: ({ minutes, say }) =>
    withLibrary(async (library) => {
      const ledger = new Ledger()
      const maktaba = await library.start(library.ownDatabase)
      const { url } = maktaba
      const { reader, admin } = library.cookies
      const writer = new Writer(library, ledger, () => url, 1)
      const paths = [
        '/app/books',
        '/api/v1/books?searchTerm=written',
        '/app/books?searchTerm=12',
        '/manager/dashboard',
        '/login',
      ]
      const visits = paths.map((path) => ({
        name: path,
        url: `${url}${path}`,
        headers: { cookie: path.startsWith('/manager') ? admin : reader },
      }))
      const visitor = new Visitor(visits, ledger, 20)
      const series: { minute: number; memory: number }[] = []
      const started = performance.now()
      const minute = () => (performance.now() - started) / 60_000
      while (minute() < minutes) {
        await sleep(INTERVAL)
        series.push({ minute: minute(), memory: maktaba.memory() })
        if (series.length % 24 === 0) say(`after ${minute().toFixed(0)} minutes ${series.at(-1)?.memory} MB`)
      }
      await visitor.stop()
      await writer.stop()
      say(
        `memory in MB, every two minutes: ${series
          .filter((_, at) => at % 24 === 0)
          .map(({ memory }) => memory)
          .join(' ')}`,
      )
      const slope = slopeOf(
        series.filter((one) => one.minute > minutes / 4).map((one) => [one.minute / 60, one.memory]),
      )
      say(`slope after the first quarter: ${slope.toFixed(1)} MB an hour`)
      if (slope > MOST_GROWTH) ledger.problem(`memory grows by ${slope.toFixed(0)} MB an hour`)
      const lost = await writer.countLost(library)
      await maktaba.stop()
      const { answers, longestOutage, problems } = ledger
      return { times: 1, acknowledged: writer.acknowledged.length, lost, answers, longestOutage, problems }
    }),
}
export default fault

import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Maktaba } from '../maktaba.ts'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { withLibrary } from './library.ts'
import { Writer } from './writer.ts'

const METRICS_TOKEN = 'a token of the faults'
const WORKERS = 2
/** Connections to the database of both together, by the metrics. */
const CONNECTIONS = 20
/** Milliseconds in which a killed worker must be replaced; they double from one kill to the next. */
const REPLACED = 40_000

const fault: Fault = {
  about: 'kill -9 of one of two workers while books are added; then SIGTERM of all (1 minute)',
  run: ({ times = 4, say }) =>
    withLibrary(async (library) => {
      const ledger = new Ledger()
      const maktaba = await library.start({ WORKERS: String(WORKERS), METRICS_TOKEN })
      ledger.begin()
      const writer = new Writer(library, ledger, () => maktaba.url)
      const headers = { cookie: library.cookies.reader }
      let visits = 0
      const over = new AbortController()
      const visit = async () => {
        for (; !over.signal.aborted; visits++) {
          // What a killed worker was answering gets no answer.
          const answer = await fetch(`${maktaba.url}/api/v1/books`, { headers }).catch(() => undefined)
          if (answer) await ledger.answer('a list', answer)
          else ledger.note('none')
        }
      }
      const visiting = [visit(), visit(), visit()]
      for (let kills = 0; kills < times; kills++) {
        await sleep(1500)
        const [first] = workersOf(maktaba)
        if (first === undefined) break
        process.kill(first, 'SIGKILL')
        const killed = performance.now()
        await sleep(200)
        while ((await connectionsOf(maktaba)) !== CONNECTIONS) {
          if (performance.now() - killed > REPLACED) throw new Error('A worker was not replaced')
          await sleep(100)
        }
        say(`killed ${kills + 1} times, replaced after ${((performance.now() - killed) / 1000).toFixed(1)} s`)
      }
      over.abort()
      await Promise.all([...visiting, writer.stop()])
      const unanswered = ledger.answers.get('none') ?? 0
      if (unanswered > 20 * times) ledger.problem(`${unanswered} requests had no answer`)
      const lost = await writer.countLost(library)
      if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
      maktaba.signal('SIGTERM')
      const code = await maktaba.ended
      if (code !== 0) ledger.problem(`the server ended with ${code}`)
      if (workersOf(maktaba).length > 0) ledger.problem('workers are left')
      say(`${visits} lists opened, ${unanswered} requests without an answer; ended with ${code}`)
      const { answers, longestOutage, problems } = ledger
      return { times, acknowledged: writer.acknowledged.length, lost, answers, longestOutage, problems }
    }),
}
export default fault

/** The ids of the processes that serve. */
function workersOf({ processId }: Maktaba): number[] {
  const listed = execFileSync('ps', ['-e', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' }).split('\n')
  return listed
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((found) => Number(found?.[1]) === processId && found?.[3]?.includes('server.js') === true)
    .map((found) => Number(found?.[2]))
}

/** How many connections the workers may open that answer together. */
async function connectionsOf({ url }: Maktaba): Promise<number> {
  const response = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const line = /^maktaba_database_connections\{state="max"\} (\d+)$/m.exec(await response.text())
  return Number(line?.[1])
}

import { FUNCTION_HEADERS, functionPath, restBooks } from './endpoints.ts'
import { startMaktaba, type Maktaba } from './maktaba.ts'
import { median } from './median.ts'
import { makePeople } from './people.ts'
import { seededData } from './seed.ts'

const BOOKS = 10_000
const ROUNDS = 11
const CALLS = 400
const CONNECTIONS = 4
/** Maximum ratio of a list's cost by REST to its cost by the server function. */
const MOST_RATIO = 1.3

interface Route {
  name: string
  path: string
  headers: Record<string, string>
}

/** Milliseconds of one call: CPU time of the server, and until the response. */
interface Cost {
  cpu: number | undefined
  wall: number
}

async function fetchList(server: Maktaba, { path, headers }: Route): Promise<string> {
  const answer = await fetch(server.url + path, { headers })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
  return text
}

async function cost(server: Maktaba, route: Route): Promise<Cost> {
  const [cpu, started] = [server.processorTime(), performance.now()]
  const work = async () => {
    for (let count = 0; count < CALLS / CONNECTIONS; count++) await fetchList(server, route)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  const used = server.processorTime()
  return {
    cpu: cpu === undefined || used === undefined ? undefined : (used - cpu) / CALLS,
    wall: ((performance.now() - started) / CALLS) * CONNECTIONS,
  }
}

/** Checks that both return the same books, so that their costs are comparable. */
async function checkAnswers(server: Maktaba, rest: Route, called: Route): Promise<void> {
  const { items }: { items: { id: string }[] } = JSON.parse(await fetchList(server, rest))
  const other = await fetchList(server, called)
  if (items.length !== 20 || !items.every(({ id }) => other.includes(id)))
    throw new Error('The two do not answer the same list')
}

async function measure(server: Maktaba, cookie: string): Promise<boolean> {
  const rest = { name: 'GET /api/v1/books', path: restBooks(), headers: { cookie } }
  const called = {
    name: 'book.listWholeBooks',
    path: await functionPath('book.listWholeBooks', { searchTerm: '' }),
    headers: { cookie, ...FUNCTION_HEADERS },
  }
  await checkAnswers(server, rest, called)
  const costs = new Map<Route, Cost[]>([
    [rest, []],
    [called, []],
  ])
  // Warms up, so that V8 has compiled the code.
  for (const route of [rest, called, rest, called]) await cost(server, route)
  for (let round = 0; round < ROUNDS; round++)
    for (const route of round % 2 === 0 ? [rest, called] : [called, rest])
      costs.get(route)?.push(await cost(server, route))
  const [a, b] = [rest, called].map((route) => report(route, costs.get(route) ?? []))
  const ratio = (a?.cpu ?? a?.wall ?? 0) / (b?.cpu ?? b?.wall ?? 1)
  const isGood = ratio > 0 && ratio <= MOST_RATIO
  console.log(`${isGood ? '✓' : '✗'} ${ratio.toFixed(2)} times, at most ${MOST_RATIO}`)
  return isGood
}

function report({ name }: Route, costs: Cost[]): Cost {
  const wall = median(costs.map((one) => one.wall))
  const cpus = costs.flatMap(({ cpu }) => (cpu === undefined ? [] : [cpu]))
  const cpu = cpus.length === 0 ? undefined : median(cpus)
  const used = cpu === undefined ? '' : `${cpu.toFixed(3)} ms of CPU, `
  console.log(`${name.padEnd(20)} ${used}${wall.toFixed(3)} ms a call (median of ${ROUNDS} × ${CALLS})`)
  return { cpu, wall }
}

/** Compares the cost of a list by REST and by its server function; false when the ratio is too high. */
export default async function restCost(): Promise<boolean> {
  const { dataDir } = await seededData(BOOKS, console.log)
  const { reader } = await makePeople(dataDir)
  const server = await startMaktaba(dataDir)
  try {
    return await measure(server, reader)
  } finally {
    await server.stop()
  }
}

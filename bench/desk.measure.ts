import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FUNCTION_HEADERS, listBooks } from '../testing/endpoints.ts'
import { load } from './load.ts'
import { startMaktaba, type Maktaba } from './maktaba.ts'
import { median } from './median.ts'
import { makePeople, type Cookies } from './people.ts'
import { seededData, withClient } from './seed.ts'
import { watchDatabase } from './settle.ts'
import { figuresOf } from './statistics.ts'

/** Milliseconds of an answer of the desk, and the share of the lists' speed that lending leaves. */
const TARGETS = { scanP95: 100, listShare: 0.9 }
const BOOKS = 100_000
const COPIES = 100_000
const BORROWERS = 20_000
const LOANS = 300_000
const OPEN_LOANS = 15_000
const SECONDS = Number(process.env.SECONDS ?? 60)
const SCANS_PER_SECOND = 5
const KILLS = Number(process.env.KILLS ?? 20)
const ACTS = 1000
const DESKS = 4
/** Milliseconds between the acts of a desk, so that the kills fall among them. */
const PAUSE = 250
const ROUNDS = 3

/** A library that has lent for years: nothing of it is on loan from number `OPEN_LOANS` on. */
const FILL = [
  'insert into library_setting (lending) values (true) on conflict (id) do update set lending = true',
  `insert into borrower_group (id, name, books_at_a_time)
   select gen_random_uuid(), 'Class ' || n, 999 from generate_series(1, 100) as n`,
  `insert into borrower (id, name, card, group_id)
   select gen_random_uuid(), 'Borrower ' || n, 'B' || n, (select id from borrower_group where name = 'Class ' || (1 + n % 100))
   from generate_series(1, ${BORROWERS}) as n`,
  `insert into copy (id, book_id, number)
   select gen_random_uuid(), id, 'C' || row_number() over (order by id) from book limit ${COPIES}`,
  `insert into loan (id, copy_id, borrower_id, lent_at, due_on, returned_at, act_id)
   select gen_random_uuid(), copy.id, borrower.id, now() - make_interval(hours => n / 30), current_date - n / 720 + 14,
     case when n > ${OPEN_LOANS} then now() - make_interval(hours => n / 30) + interval '9 days' end, gen_random_uuid()
   from generate_series(1, ${LOANS}) as n
   join copy on copy.number = 'C' || (1 + n % ${COPIES})
   join borrower on borrower.card = 'B' || (1 + n % ${BORROWERS})`,
  'vacuum analyze',
]

/** Each start says where its code is: in a file. */
const start = (dataDir: string, port?: number): Promise<Maktaba> =>
  startMaktaba(dataDir, { logFile: join(dataDir, 'server.log'), ...(port !== undefined && { port }) })

interface Desk {
  maktaba: Maktaba
  cookies: Cookies
  /** Ids of borrowers. */
  borrowers: string[]
}

/** Scans a copy; throws while the server does not answer. */
async function scan({ maktaba: { url }, cookies }: Desk, body: Record<string, unknown>): Promise<string> {
  const response = await fetch(`${url}/api/v1/desk/scan`, {
    method: 'POST',
    headers: {
      cookie: cookies.admin,
      origin: url.replace('127.0.0.1', 'localhost'),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`A scan answered ${response.status}: ${text}`)
  const { result }: { result: string } = JSON.parse(text)
  return result
}

const numberOf = (index: number): string => `C${OPEN_LOANS + 2 + index}`

const countLoans = (dataDir: string, acts: readonly string[], more = ''): Promise<number> =>
  withClient(dataDir, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from loan where act_id = any($1) ${more}`,
      [acts],
    )
    return rows[0]?.count ?? 0
  })

/** Lends for the first half of the time and takes the same books back for the other, five scans a second. */
async function measureScans(dataDir: string, desk: Desk): Promise<boolean> {
  const count = SECONDS * SCANS_PER_SECOND
  const acts = Array.from({ length: count }, () => crypto.randomUUID())
  const half = Math.floor(count / 2)
  const times: number[] = []
  const started = performance.now()
  const results = await Promise.all(
    acts.map(async (actId, index) => {
      await sleep((index * 1000) / SCANS_PER_SECOND)
      const borrowerId = desk.borrowers[index % desk.borrowers.length]
      const sent = performance.now()
      const result = await scan(desk, { actId, code: numberOf(index % half), ...(index < half && { borrowerId }) })
      times.push(performance.now() - sent)
      return result
    }),
  )
  const { p50, p95, p99 } = figuresOf(times, (performance.now() - started) / 1000)
  const lent = results.filter((result, index) => result === (index < half ? 'lent' : 'returned')).length
  const closed = await countLoans(dataDir, acts, 'and returned_at is not null')
  const isGood = p95 <= TARGETS.scanP95 && lent === count && closed === half
  console.log(
    `${isGood ? '✓' : '✗'} ${count} scans in ${SECONDS} s, ${count - lent} lost: p50 ${p50}, p95 ${p95} of ${TARGETS.scanP95}, p99 ${p99} ms`,
  )
  return isGood
}

/** Kills the server among acts, each of which is sent until there is an answer. */
async function measureKills(dataDir: string, first: Desk): Promise<boolean> {
  const desk = { ...first }
  const acts: string[] = []
  let refused = 0
  const lend = async (from: number) => {
    for (let index = from; index < ACTS; index += DESKS) {
      const borrowerId = desk.borrowers[index % desk.borrowers.length]
      const act = { actId: crypto.randomUUID(), code: numberOf(10_000 + index), borrowerId }
      let result: string | undefined
      while (result === undefined) {
        result = await scan(desk, act).catch(() => undefined)
        if (result === undefined) await sleep(50)
      }
      acts.push(act.actId)
      if (result !== 'lent') refused += 1
      await sleep(PAUSE)
    }
  }
  let kills = 0
  const kill = async () => {
    for (; kills < KILLS && acts.length < ACTS; kills++) {
      await sleep(200 + ((kills * 397) % 1100))
      const port = Number(new URL(desk.maktaba.url).port)
      await desk.maktaba.kill()
      desk.maktaba = await start(dataDir, port)
    }
  }
  await Promise.all([kill(), ...Array.from({ length: DESKS }, (_, from) => lend(from))])
  await desk.maktaba.stop()
  const open = await countLoans(dataDir, acts, 'and returned_at is null')
  const isGood = kills === KILLS && refused === 0 && open === ACTS
  console.log(
    `${isGood ? '✓' : '✗'} ${kills} kills during ${ACTS} acts: ${ACTS - open} acknowledged lost, ${refused} done twice`,
  )
  return isGood
}

/** The lists of a library that lends beside those of one that does not, in turn. */
async function measureLists(dataDir: string, cookies: Cookies): Promise<boolean> {
  // As the pages of readers ask for them: with the copies on the shelf.
  const queries = [{}, { searchTerm: 'history' }, { sort: 'author' }]
  const requests = await Promise.all(
    queries.map(async (query) => ({ method: 'GET' as const, path: await listBooks(query) })),
  )
  const shares: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [off = 1, on = 0] = [await speed(false), await speed(true)]
    shares.push(on / off)
  }
  const share = median(shares)
  const isGood = share >= TARGETS.listShare
  console.log(`${isGood ? '✓' : '✗'} lists and searches with lending: ${share.toFixed(2)} of those without`)
  return isGood

  async function speed(isLending: boolean): Promise<number> {
    await withClient(dataDir, (client) => client.query('update library_setting set lending = $1', [isLending]))
    const { url, stop } = await start(dataDir)
    const headers = { ...FUNCTION_HEADERS, cookie: cookies.reader }
    const { perSecond } = await load({ url, requests, headers, connections: 4, seconds: 3, settle: () => sleep(300) })
    await stop()
    return perSecond
  }
}

/**
 * The desk of a library with 100,000 copies, 20,000 borrowers and 300,000 loans: five scans a second for a minute, twenty
 * kills of the server among a thousand acts, and what lending costs the lists. SECONDS and KILLS change how much.
 */
export default async function measureDesk(): Promise<boolean> {
  const seeded = await seededData(BOOKS, console.log)
  const dataDir = mkdtempSync(join(tmpdir(), 'maktaba-desk-'))
  // With its owner, who is another one where this runs as root.
  execFileSync('cp', ['-a', `${seeded.dataDir}/.`, dataDir])
  // Keeps the database while the server is killed.
  const watch = await watchDatabase(dataDir)
  try {
    const borrowers = await withClient(dataDir, async (client) => {
      for (const statement of FILL) await client.query(statement)
      const { rows } = await client.query<{ id: string }>("select id from borrower where card like 'B9%' limit 200")
      return rows.map(({ id }) => id)
    })
    const cookies = await makePeople(dataDir)
    // Otherwise the server compares all books with each other meanwhile.
    const { stop } = await start(dataDir)
    await watch.untilCompared()
    await stop()
    const areListsGood = await measureLists(dataDir, cookies)
    const desk = { maktaba: await start(dataDir), cookies, borrowers }
    const areScansGood = await measureScans(dataDir, desk)
    return (await measureKills(dataDir, desk)) && areScansGood && areListsGood
  } finally {
    await watch.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

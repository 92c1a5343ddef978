import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { csv, send, waitFor } from '../import-calls.ts'
import { freePort, type Maktaba } from '../maktaba.ts'
import { withClient } from '../seed.ts'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { withLibrary, type Library } from './library.ts'
import { RoundRobin } from './round-robin.ts'
import { Visitor } from './visitor.ts'
import { Writer } from './writer.ts'

const ROWS = 60_000
/** Milliseconds after the start at which both servers have looked whether the nightly backup is due. */
const NIGHT = 330_000
const CODES = 5

interface Pair {
  library: Library
  ledger: Ledger
  proxy: RoundRobin
  url: string
  say: (line: string) => void
  /** Starts one of the two servers. */
  start: (place: number) => Promise<Maktaba>
  servers: Maktaba[]
}

const fault: Fault = {
  about: 'two servers on one PostgreSQL behind a proxy, one of which is killed again and again (8 minutes)',
  run: ({ times = 6, say }) =>
    withLibrary(async (library) => {
      const ledger = new Ledger()
      const ports = [await freePort(), await freePort()]
      const proxy = new RoundRobin(ports)
      const url = await proxy.listen()
      const start = (place: number) => {
        const own = { DATA_DIR: folderOf(library, place), BASE_URL: url, TRUSTED_PROXIES: '127.0.0.1', BACKUPS: 'on' }
        return library.start({ ...library.ownDatabase, ...own }, ports[place])
      }
      await fillTrash(library)
      const started = performance.now()
      const pair = { library, ledger, proxy, url, say, start, servers: await Promise.all([start(0), start(1)]) }
      try {
        await signInAndBan(pair)
        await askForCodes(pair)
        await backUpOnce(pair, started)
        const written = await killInTurn(pair, times)
        await importOverKill(pair)
        for (const server of pair.servers) await server.stop()
        for (const line of errorsIn(library.log())) ledger.problem(`logged: ${line}`)
        const { answers, longestOutage, problems } = ledger
        return { times: times + 1, ...written, answers, longestOutage, problems }
      } finally {
        proxy.close()
      }
    }),
}
export default fault

const folderOf = ({ folder }: Library, place: number): string => join(folder, `server-${place}`)

const errorsIn = (log: string): string[] =>
  log.split('\n').filter((line) => /"level":(50|60|"error"|"fatal")/.test(line) || line.startsWith('Error'))

async function numberOf({ dataDir }: Library, query: string): Promise<number> {
  const { rows } = await withClient(dataDir, (client) =>
    client.query<{ number: number }>(`select (${query})::int as number`),
  )
  return rows[0]?.number ?? -1
}

/** A person to sign in, and a book whose time in the trash is over, which both servers find at their start. */
const fillTrash = ({ dataDir }: Library) =>
  withClient(dataDir, async (client) => {
    await client.query(
      `insert into "user" (id, name, email, email_verified, onboarded_at)
       values (gen_random_uuid(), 'Banned', 'banned@bench.example', true, now())`,
    )
    await client.query(
      `insert into deleted_book (id, title, version, created_at, updated_at, deleted_at)
       select gen_random_uuid(), 'Old ' || number, 1, now(), now(), now() - interval '90 days'
       from generate_series(1, 1000) as number`,
    )
  })

const post = ({ url }: Pair, path: string, body: object, cookie = ''): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify(body),
  })

const askCode = (pair: Pair, email: string) =>
  post(pair, '/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' })

/** A code of one server signs in at the other; the session is good at both until a ban by one of them. */
async function signInAndBan(pair: Pair): Promise<void> {
  const { library, ledger, proxy, url } = pair
  const email = 'banned@bench.example'
  const expectStatus = async (what: string, response: Response, wanted: number) => {
    if (response.status !== wanted) ledger.problem(`${what}: ${response.status} ${await response.text()}`)
    return response
  }
  proxy.only = 0
  await expectStatus('a request for a code', await askCode(pair, email), 200)
  proxy.only = 1
  const otp = await codeIn(join(folderOf(library, 0), 'outbox'))
  const entered = await post(pair, '/api/auth/sign-in/email-otp', { email, otp })
  await expectStatus('a code of the other server', entered, 200)
  const cookie = entered.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  const visit = () => fetch(`${url}/api/v1/me`, { headers: { cookie } })
  for (const place of [0, 1]) {
    proxy.only = place
    await expectStatus(`a session at server ${place}`, await visit(), 200)
  }
  proxy.only = 0
  const { id }: { id: string } = await (await visit()).json()
  await expectStatus('a ban', await post(pair, `/api/v1/users/${id}/ban`, {}, library.cookies.admin), 200)
  proxy.only = 1
  const after = await visit()
  if (after.status === 200) ledger.problem('the other server still answers a banned user')
  pair.say(`a code of one server signed in at the other; after a ban the other answered ${after.status}`)
  proxy.only = undefined
}

async function codeIn(folder: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const names = readdirSync(folder)
    const mail = names.find((name) => /^[^.].*\.eml$/.test(name))
    const code = mail === undefined ? undefined : /\d{6}/.exec(subjectOf(readFileSync(join(folder, mail), 'utf8')))?.[0]
    if (code !== undefined) return code
    await sleep(50)
  }
  throw new Error(`No code in ${folder}`)
}

const subjectOf = (mail: string): string => /^Subject: (.*)$/m.exec(mail)?.[1] ?? ''

/** Codes are limited over both servers, however many are asked for at once. */
async function askForCodes(pair: Pair): Promise<void> {
  const asked = await Promise.all(Array.from({ length: 4 * CODES }, () => askCode(pair, 'limited@bench.example')))
  const sent = asked.filter(({ status }) => status === 200).length
  if (sent !== CODES) pair.ledger.problem(`${sent} codes were sent to one address, not ${CODES}`)
  pair.say(`${asked.length} requests for a code at both servers: ${sent} sent`)
}

/** Both servers look at the same time whether the night's backup is due. */
async function backUpOnce({ library, ledger, say }: Pair, started: number): Promise<void> {
  say(`waiting until both servers have looked for the nightly backup, ${NIGHT / 60_000} minutes after the start`)
  await sleep(Math.max(0, started + NIGHT - performance.now()))
  const events = await numberOf(library, "select count(*) from security_event where kind = 'backup_made'")
  // A server that made none has no such folder.
  const folders = [0, 1].map((place) => join(folderOf(library, place), 'backups')).filter((one) => existsSync(one))
  const files = folders.flatMap((one) => readdirSync(one))
  const backups = files.filter((name) => name.endsWith('-nightly.maktaba')).length
  if (events !== 1 || backups !== 1) ledger.problem(`the nightly backup was made ${events} times, in ${backups} files`)
  const left = await numberOf(library, 'select count(*) from deleted_book')
  if (left !== 0) ledger.problem(`${left} books are in the trash after their time`)
  say(`nightly backups: ${backups}; books in the trash after their time: ${left}`)
}

/** Kills one server after the other while books are added and pages are opened. */
async function killInTurn(pair: Pair, times: number): Promise<{ acknowledged: number; lost: number }> {
  const { library, ledger, proxy, url, say, servers, start } = pair
  const { admin, reader } = library.cookies
  ledger.begin()
  const writer = new Writer(library, ledger, () => url)
  const paths = ['/app/books', '/api/v1/books', '/api/v1/me', '/manager/dashboard']
  const visits = paths.map((path) => ({
    name: path,
    url: `${url}${path}`,
    headers: { cookie: path.startsWith('/manager') ? admin : reader },
    check: ({ status }: Response) => (status === 200 ? undefined : `answered ${status}`),
  }))
  const visitor = new Visitor(visits, ledger, 20)
  for (let kills = 0; kills < times; kills++) {
    await sleep(2000 + ((kills * 37) % 200))
    const place = kills % 2
    await servers[place]?.kill()
    await sleep(2000)
    servers[place] = await start(place)
    say(`killed ${kills + 1} times, ${writer.acknowledged.length} acknowledged, ${proxy.repeated} requests repeated`)
  }
  await visitor.stop()
  await writer.stop()
  for (const status of ['none', '502', '503']) {
    const count = ledger.answers.get(status) ?? 0
    if (count > 0) ledger.problem(`${count} requests of clients ended with ${status}`)
  }
  const lost = await writer.countLost(library)
  if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
  return { acknowledged: writer.acknowledged.length, lost }
}

/** Kills the server that runs an import; the other one goes on with it. */
async function importOverKill({ library, ledger, proxy, url, say, servers }: Pair): Promise<void> {
  const { cookies } = library
  proxy.only = 0
  const others = await numberOf(library, 'select count(*) from book')
  const { id } = await send({ url }, cookies, csv(ROWS, 1))
  const written = () => numberOf(library, 'select count(*) from book')
  while ((await written()) === others) await sleep(20)
  await servers[0]?.kill()
  const before = (await written()) - others
  proxy.only = undefined
  const killed = performance.now()
  const done = await waitFor({ url }, cookies, id)
  const seconds = ((performance.now() - killed) / 1000).toFixed(1)
  const entries = await numberOf(library, "select count(*) from activity where action = 'book.import'")
  if (before >= ROWS) ledger.problem('the import had ended before the kill')
  if (done.created + done.unchanged !== ROWS) ledger.problem(`an import of ${ROWS} rows added ${done.created}`)
  if (entries !== 1) ledger.problem(`one import has ${entries} entries in the activity`)
  say(`the import had ${before} of ${ROWS} rows at the kill, and was done by the other server after ${seconds} s`)
}

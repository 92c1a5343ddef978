import * as fc from 'fast-check'
import { join } from 'node:path'
import { connect, disconnect } from '#base/db/connection/client.server.ts'
import { makeWorld, type FuzzWorld } from '#test/fuzz/fuzz-world.ts'
import { oddFiles } from '#test/fuzz/fuzz-files.ts'
import { requestsTo, type FuzzRequest } from '#test/fuzz/fuzz-requests.ts'
import { committedDocument } from '#test/openapi.ts'
import { useEnv } from '#test/env.ts'
import { urlOf } from '#test/server.ts'
import type { FaultOptions, FaultResult } from '../faults/fault.ts'
import { startMaktaba, type Maktaba } from '../maktaba.ts'
import { BENCH_SECRET } from '../people.ts'
import { makeRandom, pick, type Random } from '../random.ts'
import { openData } from '../seed.ts'
import { importBooks } from './import-books.ts'
import { faultsOfAnswer, SLOWEST } from './judge.ts'
import { growthOf } from './memory.ts'
import { secretsNow } from './secrets.ts'
import { findTargets, type Target } from './targets.ts'
import { sendOut, withFile, withWireErrors, type Answer, type WireRequest } from './wire.ts'

/** Requests to each target in a round, after which the library is restored. */
const PER_ROUND = 4
/** Files sent to the import in a round. */
const FILES_PER_ROUND = 12
/** The operation that takes files. */
const IMPORT = 'createImport'
const AT_ONCE = 8
/** Faults after which it ends. */
const ENOUGH = 40

/** Sends hostile requests to a server of its own with ten thousand books. */
export async function fuzzServer(folder: string, options: FaultOptions): Promise<FaultResult> {
  const dataDir = join(folder, 'data')
  const database = await openData(dataDir)
  const settings = { MAIL: 'outbox', AUTH_SECRET: BENCH_SECRET, CODES_PER_CLIENT: '1000000', LOG_LEVEL: 'error' }
  const proxy = { TRUSTED_PROXIES: '127.0.0.1', SEED: 'genres', DATABASE_URL: urlOf(database.connection) }
  const maktaba = await startMaktaba(dataDir, {
    settings: { ...settings, ...proxy },
    logFile: join(folder, 'server.log'),
  })
  const baseUrl = maktaba.url.replace('127.0.0.1', 'localhost')
  useEnv({ ...settings, DATA_DIR: dataDir, DATABASE_URL: proxy.DATABASE_URL, BASE_URL: baseUrl })
  connect(database.connection, () => undefined)
  try {
    options.say(`${await importBooks(maktaba, dataDir)} books imported`)
    return await new Fuzzer({ maktaba, world: await makeWorld(), targets: await findTargets(), options }).run()
  } finally {
    await disconnect()
    await maktaba.stop()
    await database.close()
  }
}

interface Drawn {
  request: FuzzRequest
  random: Random
  name: string
  /** Sent as the body. */
  file?: Promise<Buffer> | undefined
}

interface FuzzRun {
  maktaba: Maktaba
  world: FuzzWorld
  targets: readonly Target[]
  options: FaultOptions
}

class Fuzzer {
  readonly #answers = new Map<string, number>()
  #slowest: { milliseconds: number; request: string }[] = []
  readonly #slow: { name: string; request: WireRequest }[] = []
  readonly #memory: number[] = []
  readonly #problems: string[] = []
  #hasEnded = false
  #isOver = false
  #sent = 0
  #round = 0
  #secrets: readonly string[] = []
  readonly #document = committedDocument()

  readonly #run: FuzzRun

  constructor(run: FuzzRun) {
    this.#run = run
  }

  async run(): Promise<FaultResult> {
    const { say, requests, seed } = this.#run.options
    say(`${this.#run.targets.length} targets: ${countsBy(this.#run.targets.map(({ kind }) => kind))}`)
    const started = performance.now()
    void this.#noteEnd()
    while (this.#sent < requests && this.#problems.length < ENOUGH && !this.#hasEnded) {
      await this.#run.world.restore()
      this.#secrets = await secretsNow()
      await this.#sendAll(this.#draw(makeRandom(seed * 1000 + this.#round)))
      await this.#checkSlow()
      this.#memory.push(this.#run.maktaba.memory())
      this.#round += 1
      if (this.#round % 10 === 0) say(`${this.#sent} sent, ${this.#memory.at(-1)} MB, ${this.#problems.length} faults`)
    }
    this.#isOver = true
    const seconds = (performance.now() - started) / 1000
    say(
      `${this.#sent} requests in ${seconds.toFixed(0)} s; memory ${this.#memory[0]} MB, at the end ${this.#memory.at(-1)} MB`,
    )
    for (const { milliseconds, request } of this.#slowest) say(`${milliseconds.toFixed(0)} ms ${request}`)
    const growth = growthOf(this.#memory)
    if (growth !== undefined) this.#problems.push(growth)
    return {
      times: this.#sent,
      acknowledged: 0,
      lost: 0,
      answers: this.#answers,
      longestOutage: 0,
      problems: this.#problems,
    }
  }

  async #noteEnd(): Promise<void> {
    const code = await this.#run.maktaba.ended
    this.#hasEnded = true
    if (!this.#isOver) this.#problems.push(`the server ended with ${code ?? 'a signal'} in round ${this.#round}`)
  }

  #draw(random: Random): Drawn[] {
    const all = this.#run.targets.flatMap((target, index) => {
      const seed = this.#run.options.seed * 1_000_003 + this.#round * 1009 + index
      const files = target.name === IMPORT ? fc.sample(oddFiles, { numRuns: FILES_PER_ROUND, seed }) : []
      const numRuns = PER_ROUND + files.length
      const drawn = fc.sample(requestsTo(this.#document, target, this.#run.world.known), { numRuns, seed })
      return drawn.map((request, at) => ({
        request: asForm(target, request),
        random,
        name: target.name,
        file: request.method === 'POST' ? files[at] : undefined,
      }))
    })
    // Mixed, so that requests to different targets run at the same time.
    return all
      .map((one) => ({ at: random(), one }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one)
  }

  async #sendAll(drawn: Drawn[]): Promise<void> {
    const work = async () => {
      for (let next = drawn.pop(); next && !this.#hasEnded; next = drawn.pop()) {
        const own = await this.#run.world.headersFor(next.request)
        const from = `10.${this.#sent & 255}.${(this.#sent >> 8) & 255}.${pick(next.random, [1, 2, 3])}`
        const wired = withWireErrors(next.request, { ...own, 'x-forwarded-for': from }, next.random)
        const request = next.file ? withFile(wired, await next.file, next.random) : wired
        this.#sent += 1
        await this.#check(next.name, request, await this.#send(request))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  #send(request: WireRequest): Promise<Answer> {
    const { port, host } = new URL(this.#run.maktaba.url.replace('127.0.0.1', 'localhost'))
    return sendOut(request, { port: Number(port), host })
  }

  async #check(name: string, request: WireRequest, answer: Answer): Promise<void> {
    const status = answer.status === 0 ? 'none' : String(answer.status)
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1)
    this.#slowest.push({ milliseconds: answer.milliseconds, request: `${name} as ${request.caller}: ${status}` })
    this.#slowest = this.#slowest.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10)
    const faults = faultsOfAnswer(request, answer, this.#secrets)
    if (answer.milliseconds > SLOWEST) this.#slow.push({ name, request })
    for (const fault of faults) this.#report(name, fault, request, answer)
  }

  /** Sends slow requests again, alone, since the machine may have been busy with something else. */
  async #checkSlow(): Promise<void> {
    for (const { name, request } of this.#slow.splice(0)) {
      const answers = [await this.#send(request), await this.#send(request)]
      const [fastest] = answers.toSorted((a, b) => a.milliseconds - b.milliseconds)
      if (!fastest || fastest.milliseconds <= SLOWEST) continue
      this.#report(name, `takes ${fastest.milliseconds.toFixed(0)} ms, also alone`, request, fastest)
    }
  }

  #report(name: string, fault: string, request: WireRequest, { text }: Answer): void {
    const { seed, say } = this.#run.options
    const problem = `seed ${seed}, round ${this.#round}, ${name}: ${fault}\n  ${printed(request)}\n  ${text.slice(0, 300)}`
    this.#problems.push(problem)
    say(problem)
  }
}

/** Forms are sent as forms. */
function asForm({ kind }: Target, request: FuzzRequest): FuzzRequest {
  // A body of that size is there for its nesting, which a form has not.
  if (kind !== 'form' || request.body === null || request.body.length > 20_000) return request
  const type = request.headers['content-type']
  if (type !== 'application/json') return request
  const fields = parsed(request.body)
  if (fields === undefined) return request
  const pairs = Object.entries(Object(fields)).map(([name, value]) => [name, textOf(value).toWellFormed()])
  const headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' }
  return { ...request, headers, body: String(new URLSearchParams(pairs)) }
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const printed = (request: WireRequest): string => {
  const text = JSON.stringify(request)
  return text.length > 3000 ? `${text.slice(0, 3000)}… (${text.length} characters)` : text
}

function countsBy(names: string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
}

import { makeRandom, type Random } from './random.ts'
import { percentile } from './statistics.ts'

/** Milliseconds of processor that a kind of request takes in each place, and how often it is sent. */
export interface RequestKind {
  share: number
  server: number
  /** At the primary: who asks, and what is not read from a replica. */
  primary: number
  /** At a replica, or at the primary where there is none. */
  list: number
}

/** Processors of each place. */
export interface Machines {
  servers: number
  primary: number
  /** None: the primary does their work too. */
  replicas: number
}

export interface SimulationOptions {
  kinds: readonly RequestKind[]
  machines: Machines
  readers: number
  /** Milliseconds that a reader looks at a page, the mean. */
  think: number
  /** Requests that are counted, after half as many that are not. */
  requests: number
  seed?: number
}

export interface SimulationResult {
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** How busy the processors of each place are, from 0 to 1. */
  busy: Machines
}

/** A place where requests wait in one line for the next free processor. */
class Station {
  readonly #free: number[]
  busy = 0

  constructor(processors: number) {
    this.#free = Array.from({ length: processors }, () => 0)
  }

  /** When work that arrives `at` and takes `time` is done. Arrivals must be in order. */
  serve(at: number, time: number): number {
    // A heap would be quicker; there are few processors for each of many requests.
    let first = 0
    for (let one = 1; one < this.#free.length; one++) if ((this.#free[one] ?? 0) < (this.#free[first] ?? 0)) first = one
    const done = Math.max(at, this.#free[first] ?? 0) + time
    this.#free[first] = done
    this.busy += time
    return done
  }
}

/** Events in the order of time: a binary heap. */
class Agenda<Event> {
  readonly #heap: { at: number; event: Event }[] = []

  add(at: number, event: Event): void {
    const heap = this.#heap
    let place = heap.push({ at, event }) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      const [child, above] = [heap[place], heap[parent]]
      if (!child || !above || above.at <= child.at) break
      heap[place] = above
      heap[parent] = child
      place = parent
    }
  }

  next(): { at: number; event: Event } | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first
    heap[0] = last
    for (let place = 0; ;) {
      const children = [2 * place + 1, 2 * place + 2]
      const least = children.reduce(
        (best, child) => ((heap[child]?.at ?? Infinity) < (heap[best]?.at ?? Infinity) ? child : best),
        place,
      )
      if (least === place) return first
      const [here, there] = [heap[place], heap[least]]
      if (!here || !there) return first
      heap[place] = there
      heap[least] = here
      place = least
    }
  }
}

type Step = 'server' | 'primary' | 'list' | 'done'
interface Visit {
  began: number
  step: Step
  kind: RequestKind
}

const exponential = (random: Random, mean: number): number => -Math.log(1 - random()) * mean

/**
 * Simulates readers who look at a page, ask for the next, and wait for it: a closed queueing network of servers, primary
 * and replicas. Times of looking and of work are exponential, which is worse than they are. Deterministic.
 */
export function simulate(options: SimulationOptions): SimulationResult {
  const { kinds, machines, readers, think, requests, seed = 1 } = options
  const random = makeRandom(seed)
  const servers = new Station(machines.servers)
  const primary = new Station(machines.primary)
  const replicas = machines.replicas > 0 ? new Station(machines.replicas) : undefined
  const agenda = new Agenda<Visit>()
  const kindOf = () => {
    let at = random()
    return kinds.find(({ share }) => (at -= share) < 0) ?? kinds[0]
  }
  const begin = (now: number) => {
    const at = now + exponential(random, think)
    const kind = kindOf()
    if (kind) agenda.add(at, { began: at, step: 'server', kind })
  }
  for (let reader = 0; reader < readers; reader++) begin(0)
  const times: number[] = []
  const skipped = requests / 2
  let [count, from, to] = [0, 0, 0]
  const start = { servers: 0, primary: 0, replicas: 0 }
  for (let next = agenda.next(); next && times.length < requests; next = agenda.next()) {
    const { at, event } = next
    const { kind } = event
    if (event.step === 'server') {
      agenda.add(servers.serve(at, exponential(random, kind.server)), { ...event, step: 'primary' })
    } else if (event.step === 'primary') {
      agenda.add(primary.serve(at, exponential(random, kind.primary)), { ...event, step: 'list' })
    } else if (event.step === 'list') {
      const work = kind.list === 0 ? 0 : exponential(random, kind.list)
      agenda.add((replicas ?? primary).serve(at, work), { ...event, step: 'done' })
    } else {
      count += 1
      if (count === Math.floor(skipped)) {
        from = at
        Object.assign(start, { servers: servers.busy, primary: primary.busy, replicas: replicas?.busy ?? 0 })
      } else if (count > skipped) times.push(at - event.began)
      to = at
      begin(at)
    }
  }
  const sorted = Float64Array.from(times).toSorted()
  const span = to - from
  const share = (busy: number, before: number, processors: number) =>
    processors === 0 ? 0 : (busy - before) / (span * processors)
  return {
    perSecond: (times.length / span) * 1000,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    busy: {
      servers: share(servers.busy, start.servers, machines.servers),
      primary: share(primary.busy, start.primary, machines.primary),
      replicas: share(replicas?.busy ?? 0, start.replicas, machines.replicas),
    },
  }
}

const near = (seen: number, known: number): boolean => Math.abs(seen / known - 1) < 0.06

/** Throws unless the simulation agrees with what is known of one queue: M/M/1 at 70 % has a mean stay of 1 / (1 - 0.7). */
export function checkSimulation(): void {
  const service = 1
  const readers = 5000
  const kind = { share: 1, server: service, primary: 1e-9, list: 0 }
  const { p50, p95, busy } = simulate({
    kinds: [kind],
    machines: { servers: 1, primary: 1, replicas: 0 },
    readers,
    think: (readers * service) / 0.7,
    requests: 400_000,
  })
  const stay = service / (1 - 0.7)
  if (!near(p50, Math.LN2 * stay) || !near(p95, Math.log(20) * stay) || !near(busy.servers, 0.7))
    throw new Error(`The simulation is wrong: ${p50}, ${p95}, ${busy.servers}`)
}

import autocannon, { type Request } from 'autocannon'
import { setTimeout } from 'node:timers/promises'
import { median } from './median.ts'
import { processorTimes } from './usage.ts'

/** Requests to one of the servers that are compared. */
export interface Turn {
  url: string
  requests: Request[]
  headers: Record<string, string>
  /** The server's process and that of its database, whose processor time counts with that of their children. */
  processes: readonly number[]
}

/** Medians over all rounds. */
export interface TurnFigures {
  perSecond: number
  /** Milliseconds of processor time that server and database take for a request; undefined without /proc. */
  processorMs: number | undefined
}

export interface Rounds {
  rounds: number
  /** Seconds of each turn. */
  seconds: number
  connections: number
}

/** Time for requests that have lost their client. */
const PAUSE_MS = 100

/**
 * Loads servers in turn, round after round, so that what else the machine does at a moment meets all of them. Throws where a
 * server answers anything but 2xx.
 */
export async function loadInTurn(turns: readonly Turn[], { rounds, ...rest }: Rounds): Promise<TurnFigures[]> {
  for (const turn of turns) await shoot(turn, rest)
  const figures: { perSecond: number; processorMs: number | undefined }[][] = turns.map(() => [])
  for (let round = 0; round < rounds; round++) {
    // Who comes first has an advantage of some hundredths.
    const inOrder = [...turns.entries()]
    for (const [at, turn] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
      await setTimeout(PAUSE_MS)
      figures[at]?.push(await shoot(turn, rest))
    }
  }
  return figures.map((all) => {
    const processorMs = all.flatMap((one) => one.processorMs ?? [])
    return {
      perSecond: median(all.map(({ perSecond }) => perSecond)),
      processorMs: processorMs.length === 0 ? undefined : median(processorMs),
    }
  })
}

async function shoot({ url, requests, headers, processes }: Turn, { seconds, connections }: Omit<Rounds, 'rounds'>) {
  const before = computed(processes)
  const {
    '2xx': answered,
    non2xx,
    errors,
  } = await autocannon({ url, requests, headers, connections, duration: seconds })
  if (answered === 0 || non2xx + errors > 0)
    throw new Error(`${requests[0]?.path}: ${answered} answers, ${non2xx} others, ${errors} errors`)
  const spent = computed(processes) - before
  return { perSecond: answered / seconds, processorMs: spent > 0 ? spent / answered : undefined }
}

/** Milliseconds; 0 without /proc. */
const computed = (processes: readonly number[]): number =>
  process.platform === 'linux' ? processorTimes(processes).reduce((sum, one) => sum + one, 0) : 0

/** How many times as much the first takes for a request as the second: of processor time where there is /proc, else of time. */
export const costRatio = (one: TurnFigures, other: TurnFigures): number =>
  one.processorMs !== undefined && other.processorMs !== undefined
    ? one.processorMs / other.processorMs
    : other.perSecond / one.perSecond

import { findRow, type Results, type SizeResult } from './results.ts'

export interface Verdict {
  target: string
  /** Description of the measurement. */
  measured: string
  isMet: boolean
}

const LISTS = ['list, first page', 'list, page 1,000', 'list, any page']
const SEARCHES = ['rare word', 'common word', "'the'", 'two letters', 'two words', 'Arabic'].map(
  (kind) => `search, ${kind}`,
)
/** Searches after one that found little. */
const AGAIN = ['search, typo', 'search, word too many']
export const LIMIT = 'the limit: session and list'
const SMALL = 100_000
export const LARGE = 1_000_000
/** Numbers of connections for the targets of lists and of searches. */
const LIST_CONNECTIONS = 10
const searchConnections = (size: number): number => (size >= LARGE ? 4 : 10)
/** The least of the limit's requests a second that a list must reach. */
const LEAST_OF_LIMIT = [
  { name: 'list, first page', connections: 10, least: 0.65 },
  { name: 'list, first page', connections: 100, least: 0.5 },
  { name: 'list, any page', connections: 10, least: 0.5 },
  { name: 'list, REST', connections: 10, least: 0.5 },
]
const LEAST_OF_SMALL = 0.8
const MOST_MEMORY = 300

/** The targets for a million books. */
export function verdictsOf({ sizes }: Results): Verdict[] {
  const small = sizes.find(({ size }) => size === SMALL)
  const large = sizes.find(({ size }) => size === LARGE)
  return [
    ...(small ? [...listsOf(small), ...searchesOf(small), ...sharedOf(small)] : []),
    ...(large ? [...growthOf(large, small), ...searchesOf(large), ...sharedOf(large)] : []),
  ]
}

const listsOf = (result: SizeResult): Verdict[] =>
  LISTS.flatMap((name) => {
    const figures = findRow(result, name, LIST_CONNECTIONS)?.figures
    if (!figures) return []
    return {
      target: `${named(result)} ${name}: at least 1,500 req/s, p99 25 ms at most`,
      measured: `${figures.perSecond} req/s, p99 ${figures.p99} ms`,
      isMet: figures.perSecond >= 1500 && figures.p99 <= 25 && figures.failures === 0,
    }
  })

const growthOf = (large: SizeResult, small: SizeResult | undefined): Verdict[] =>
  LISTS.flatMap((name) => {
    const [mine, base] = [large, small].map((result) => findRow(result, name, LIST_CONNECTIONS)?.figures.perSecond)
    if (mine === undefined || base === undefined) return []
    const ratio = mine / base
    return {
      target: `${named(large)} ${name}: at least ${LEAST_OF_SMALL} of ${SMALL.toLocaleString('en')}`,
      measured: ratio.toFixed(2),
      isMet: ratio >= LEAST_OF_SMALL,
    }
  })

function searchesOf(result: SizeResult): Verdict[] {
  const isLarge = result.size >= LARGE
  const usual = SEARCHES.flatMap((name) => {
    const figures = findRow(result, name, searchConnections(result.size))?.figures
    if (!figures) return []
    const { perSecond, p50, p99, failures } = figures
    return {
      target: `${named(result)} ${name}: ${isLarge ? 'p50 20 ms, p99 150 ms at most' : 'at least 600 req/s, p99 60 ms at most'}`,
      measured: isLarge ? `p50 ${p50} ms, p99 ${p99} ms` : `${perSecond} req/s, p99 ${p99} ms`,
      isMet: failures === 0 && (isLarge ? p50 <= 20 && p99 <= 150 : perSecond >= 600 && p99 <= 60),
    }
  })
  const most = isLarge ? 500 : 150
  const again = AGAIN.flatMap((name) => {
    const figures = findRow(result, name, searchConnections(result.size))?.figures
    if (!figures) return []
    const isMet = figures.p99 <= most && figures.failures === 0
    return { target: `${named(result)} ${name}: p99 ${most} ms at most`, measured: `p99 ${figures.p99} ms`, isMet }
  })
  return [...usual, ...again]
}

/** Targets for both sizes: total, limit, memory. */
function sharedOf(result: SizeResult): Verdict[] {
  const most = result.size >= LARGE ? 450 : 60
  const shares = LEAST_OF_LIMIT.flatMap(({ name, connections, least }) => {
    const share = ofLimit(result, name, connections)
    if (share === undefined) return []
    return {
      target: `${named(result)} ${name}, ${connections} connections: at least ${least} of the limit`,
      measured: share.toFixed(2),
      isMet: share >= least,
    }
  })
  const total = {
    target: `${named(result)} exact total, first time: ${most} ms at most`,
    measured: `${result.totals.first} ms, then ${result.totals.cached} ms`,
    isMet: result.totals.first <= most,
  }
  const memory = {
    target: `${named(result)} memory of the server after the run: ${MOST_MEMORY} MB at most`,
    measured: `${result.memory.after} MB`,
    isMet: result.memory.after <= MOST_MEMORY,
  }
  return [total, ...shares, memory]
}

const named = ({ size }: SizeResult): string => `${size.toLocaleString('en')} books,`

/** The first page of the list as a share of the limit, at the connections that its target names. */
export const listOfLimit = (result: SizeResult): number | undefined => ofLimit(result, LISTS[0] ?? '', LIST_CONNECTIONS)

/** Requests a second as a share of the minimal server's with the same number of connections. */
export function ofLimit(result: SizeResult, name: string, connections: number): number | undefined {
  const mine = findRow(result, name, connections)?.figures.perSecond
  const limit = findRow(result, LIMIT, connections, 'limit')?.figures.perSecond
  return mine === undefined || limit === undefined || limit === 0 ? undefined : mine / limit
}

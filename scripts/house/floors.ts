import type { Source } from './sources.ts'

/** The floors of `src`, the lowest first: each knows only itself and those before it (docs/decisions/0035). */
export const FLOORS = [
  'base',
  'kit',
  'people',
  'catalogue',
  'exchange',
  'lending',
  'shelves',
  'school',
  'operations',
] as const

const DECLARATION = /\.nouns?\.ts$|^src\/nouns\.ts$/

/** What each file of the product imports. */
export type Graph = ReadonlyMap<string, readonly string[]>

const floorOf = (path: string): string | undefined => FLOORS.find((floor) => path.startsWith(`src/${floor}/`))
const isProduct = (path: string): boolean => path.startsWith('src/') && !/\.test[.-]|^src\/test\//.test(path)

/** A folder of a floor above the base, such as `catalogue/book`. */
const subjectOf = (path: string): string | undefined =>
  floorOf(path) === undefined || path.startsWith('src/base/') ? undefined : /^src\/(\w+\/[\w-]+)\//.exec(path)?.[1]

/** What can be reached from `start` by one step or more. */
function reachedFrom(start: string, next: (from: string) => Iterable<string>): Set<string> {
  const reached = new Set<string>()
  const waiting = [start]
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop())
    for (const to of next(from)) {
      if (reached.has(to)) continue
      reached.add(to)
      waiting.push(to)
    }
  return reached
}

/** How many files of the product a file imports, directly or through others. */
export const reachOf = (file: string, graph: Graph): number =>
  reachedFrom(file, (path) => (graph.get(path) ?? []).filter(isProduct)).size

/** Files outside of a floor that import from it; composition is no such file. */
export const filesKnowing = (floor: string, graph: Graph): string[] =>
  [...graph]
    .filter(([path]) => isProduct(path) && floorOf(path) !== undefined && floorOf(path) !== floor)
    .filter(([, targets]) => targets.some((target) => floorOf(target) === floor && !DECLARATION.test(target)))
    .map(([path]) => path)

/** The sets of subjects that all reach each other, the largest first, each sorted; there is to be none (docs/decisions/0035). */
export function subjectRings(graph: Graph): string[][] {
  const known = new Map<string, Set<string>>()
  for (const [path, targets] of graph) {
    const subject = isProduct(path) ? subjectOf(path) : undefined
    if (subject === undefined) continue
    const others = known.get(subject) ?? new Set()
    for (const target of targets.filter((file) => !DECLARATION.test(file))) {
      const other = subjectOf(target)
      if (other !== undefined && other !== subject) others.add(other)
    }
    known.set(subject, others)
  }
  const reached = new Map(
    [...known.keys()].map((subject) => [subject, reachedFrom(subject, (one) => known.get(one) ?? [])]),
  )
  const rings = new Map<string, string[]>()
  for (const [subject, others] of reached) {
    const ring = [...others].filter((other) => reached.get(other)?.has(subject) === true).toSorted()
    if (ring.length > 0) rings.set(ring.join(), ring)
  }
  return [...rings.values()].toSorted((a, b) => b.length - a.length)
}

/** Lines of each floor above the base, the largest first. */
export const floorSizes = (product: readonly Source[]): { floor: string; lines: number }[] =>
  FLOORS.slice(1)
    .map((floor) => ({
      floor,
      lines: product
        .filter(({ path }) => path.startsWith(`src/${floor}/`))
        .reduce((sum, { lines }) => sum + lines.length, 0),
    }))
    .toSorted((a, b) => b.lines - a.lines)

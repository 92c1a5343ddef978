import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withSlashes } from '#base/lib/with-slashes.server.ts'

export interface Source {
  /** Path from the project's root, such as `src/base/ui/button.tsx`. */
  path: string
  lines: string[]
}

const MEASURED = /\.(ts|tsx|css)$/
const GENERATED = /^src\/(routeTree\.gen\.ts$|i18n\/paraglide\/)/
const TEST = /\.test[.-]|^src\/test\//
const COMMENT = /^\s*(\/\/|\/\*|\*)/

/** The sources below `src` without generated ones, separated into product and tests with their harness. */
export function readSources(root: string): { product: Source[]; tests: Source[] } {
  const paths = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${withSlashes(name)}`)
    .filter((path) => MEASURED.test(path) && !GENERATED.test(path))
    .toSorted()
  const sources = paths.map((path) => ({
    path,
    lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n'),
  }))
  return {
    product: sources.filter(({ path }) => !TEST.test(path)),
    tests: sources.filter(({ path }) => TEST.test(path)),
  }
}

export const isComment = (line: string): boolean => COMMENT.test(line)

export interface Sizes {
  files: number
  lines: number
  median: number
  p90: number
  max: number
  /** Comment lines in a hundred lines. */
  comments: number
}

/** Number and length of the files. */
export function sizesOf(sources: readonly Source[]): Sizes {
  const counts = sources.map(({ lines }) => lines.length).toSorted((a, b) => a - b)
  const lines = counts.reduce((sum, count) => sum + count, 0)
  const comments = sources.reduce((sum, source) => sum + source.lines.filter(isComment).length, 0)
  return {
    files: counts.length,
    lines,
    median: counts[Math.floor(counts.length / 2)] ?? 0,
    p90: counts[Math.floor(counts.length * 0.9)] ?? 0,
    max: counts.at(-1) ?? 0,
    comments: Math.round((comments / lines) * 100),
  }
}

import { isComment, type Source } from './sources.ts'

/** Equal consecutive lines that count as a duplicate; fewer occur in any two files of one framework. */
const WINDOW = 6

interface Duplicate {
  /** `path:line` of both occurrences. */
  places: [string, string]
  lines: number
}

/** Lines of code, without comments, imports, blank lines and lone brackets. */
function statementsOf({ path, lines }: Source): { path: string; line: number; text: string }[] {
  const statements = []
  let isImport = false
  for (const [index, raw] of lines.entries()) {
    const text = raw.trim()
    isImport ||= /^import\b/.test(text)
    if (!isImport && /\w/.test(text) && !isComment(raw)) statements.push({ path, line: index + 1, text })
    if (isImport && /['"]$/.test(text)) isImport = false
  }
  return statements
}

/** Pairs of places with at least `WINDOW` equal consecutive lines; a longer run is one pair. */
export function findDuplicates(sources: readonly Source[]): Duplicate[] {
  const files = sources.map(statementsOf)
  const seen = new Map<string, { file: number; at: number }[]>()
  const found: Duplicate[] = []
  for (const [file, statements] of files.entries()) {
    for (let at = 0; at + WINDOW <= statements.length; at++) {
      const key = textAt(statements, at)
      for (const other of seen.get(key) ?? []) {
        const others = files[other.file] ?? []
        // Part of a run that is already counted.
        if (at > 0 && other.at > 0 && statements[at - 1]?.text === others[other.at - 1]?.text) continue
        if (other.file === file && at - other.at < WINDOW) continue
        let lines = WINDOW
        while (statements[at + lines] && statements[at + lines]?.text === others[other.at + lines]?.text) lines++
        const placeOf = (one: typeof statements, index: number) => `${one[index]?.path}:${one[index]?.line}`
        found.push({ places: [placeOf(others, other.at), placeOf(statements, at)], lines })
      }
      seen.set(key, [...(seen.get(key) ?? []), { file, at }])
    }
  }
  return found.toSorted((a, b) => b.lines - a.lines)
}

function textAt(statements: readonly { text: string }[], at: number): string {
  return statements
    .slice(at, at + WINDOW)
    .map(({ text }) => text)
    .join('\n')
}

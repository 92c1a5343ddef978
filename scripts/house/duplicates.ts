import { isComment, type Source } from './sources.ts'

/** Lines in a row that must be the same: fewer are what any two files of one framework share. */
const WINDOW = 6

interface Duplicate {
  /** `path:line` of both places. */
  places: [string, string]
  lines: number
}

/** Lines that say something: no comments, imports, blank lines or lone brackets. */
function statementsOf({ path, lines }: Source): { path: string; line: number; text: string }[] {
  const said = []
  let isImport = false
  for (const [index, raw] of lines.entries()) {
    const text = raw.trim()
    isImport ||= /^import\b/.test(text)
    if (!isImport && /\w/.test(text) && !isComment(raw)) said.push({ path, line: index + 1, text })
    if (isImport && /['"]$/.test(text)) isImport = false
  }
  return said
}

/** Pairs of places with six or more of the same lines in a row; a run of many lines is one pair. */
export function findDuplicates(sources: readonly Source[]): Duplicate[] {
  const files = sources.map(statementsOf)
  const seen = new Map<string, { file: number; at: number }[]>()
  const found: Duplicate[] = []
  for (const [file, statements] of files.entries()) {
    for (let at = 0; at + WINDOW <= statements.length; at++) {
      const key = textAt(statements, at)
      for (const other of seen.get(key) ?? []) {
        const others = files[other.file] ?? []
        // Inside a run that has begun before.
        if (at > 0 && other.at > 0 && statements[at - 1]?.text === others[other.at - 1]?.text) continue
        if (other.file === file && at - other.at < WINDOW) continue
        let lines = WINDOW
        while (statements[at + lines] && statements[at + lines]?.text === others[other.at + lines]?.text) lines++
        const place = (one: typeof statements, index: number) => `${one[index]?.path}:${one[index]?.line}`
        found.push({ places: [place(others, other.at), place(statements, at)], lines })
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

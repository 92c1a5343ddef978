import { isComment, type Source } from './sources.ts'

/** Folders and files of a noun: its feature, its routes, its tables. */
const own = (noun: string) =>
  new RegExp(`^src/(\\w+/${noun}/|routes/.*\\b${noun}s?\\b|base/db/tables/${noun}(-[\\w-]+)?\\.ts$)`)

/**
 * Files outside of a noun's feature, routes and tables whose code names it in an identifier, a path or a string
 * (`bookSchema`, `'book:create'`, `useRefreshBooks`), not in a comment. A new noun may need a change in each of them.
 */
export function filesNaming(noun: string, sources: readonly Source[]): string[] {
  const capital = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
  const named = new RegExp(
    `(?<![A-Za-z])${noun}s?(?![a-z])|${capital}s?(?![a-z])|(?<![A-Z])${noun.toUpperCase()}S?(?![A-Z])`,
  )
  const home = own(noun)
  return sources
    .filter(({ path, lines }) => !home.test(path) && lines.some((line) => !isComment(line) && named.test(line)))
    .map(({ path }) => path)
}

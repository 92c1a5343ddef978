import { isComment, type Source } from './sources.ts'

/** Folders and files that are the noun's own: its feature, its routes, its tables. */
const own = (noun: string) =>
  new RegExp(`^src/(features/${noun}/|routes/.*\\b${noun}s?\\b|db/tables/${noun}(-[\\w-]+)?\\.ts$)`)

/**
 * Files outside a noun's own folder, routes and tables whose code names it: as a word of an identifier, a path or a
 * text (`bookSchema`, `'book:create'`, `useRefreshBooks`), not in a comment. What names a noun that is there has to
 * be looked at for the next one.
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

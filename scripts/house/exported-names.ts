import { readSources, type Source } from './sources.ts'

const DECLARED = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/
/** What TanStack Router asks of every file of a route. */
const ROUTE = /^src\/routes\//

/** Names that more than one file exports, each with its files: whoever searches for a name finds one meaning. */
export function sharedNames(sources: readonly Source[]): { name: string; files: string[] }[] {
  const files = new Map<string, Set<string>>()
  for (const { path, lines } of sources) {
    if (ROUTE.test(path)) continue
    for (const line of lines) {
      const name = DECLARED.exec(line)?.[1]
      if (name) files.set(name, (files.get(name) ?? new Set()).add(path))
    }
  }
  return [...files]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => ({ name, files: [...paths] }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** What is wrong with the exported names below a folder: a sentence for each that two files export. */
export const findSharedNames = (root: string): string[] =>
  sharedNames(readSources(root).product).map(({ name, files }) => `${name} is exported by ${files.join(' and ')}`)

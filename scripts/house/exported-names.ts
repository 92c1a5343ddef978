import { readSources, type Source } from './sources.ts'

const DECLARED = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/
/** Route files, which all export `Route` for TanStack Router. */
const ROUTE = /^src\/routes\//

/** Names that more than one file exports, with the files: searching for a name should find one meaning. */
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

/** A sentence for each name below a folder that two files export. */
export const findSharedNames = (root: string): string[] =>
  sharedNames(readSources(root).product).map(({ name, files }) => `${name} is exported by ${files.join(' and ')}`)

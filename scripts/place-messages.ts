import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { floorOfSlice, LANGUAGES, readSlices } from '../testing/words.ts'
import { lowestUsers } from './check-messages.ts'

/** Moves each message that stands elsewhere to the end of the floor where `findMessageFaults` wants it, as it is written. */
export function placeMessages(root: string): void {
  const users = lowestUsers(join(root, 'src'))
  for (const language of LANGUAGES) {
    const slices = [...readSlices(language, join(root, 'messages')).keys()].map((slice) => {
      const path = join(root, 'messages', slice, `${language}.json`)
      return {
        slice,
        path,
        entries: readFileSync(path, 'utf8')
          .slice(2, -3)
          .split(/,\n(?= {2}")/),
      }
    })
    /** The floor where the message of a slice belongs; one that is used nowhere stays. */
    const floorOf = (entry: string, slice: string): string =>
      users.get(/^ {2}"(\w+)"/.exec(entry)?.[1] ?? '') ?? floorOfSlice(slice)
    for (const { slice, path, entries } of slices) {
      const kept = entries.filter((entry) => floorOf(entry, slice) === floorOfSlice(slice))
      const added = slices
        .filter((other) => floorOfSlice(other.slice) !== slice)
        .flatMap((other) => other.entries.filter((entry) => floorOf(entry, other.slice) === slice))
      writeFileSync(path, `{\n${[...kept, ...added].join(',\n')}\n}\n`)
    }
  }
}

if (import.meta.main) placeMessages(projectRoot)

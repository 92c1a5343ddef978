import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withSlashes } from '#base/lib/with-slashes.server.ts'
import { floorOfSlice, LANGUAGES, readSlices } from '../testing/words.ts'
import { FLOORS } from './house/floors.ts'

/** What a folder of `messages/` may be, the lowest first: the last one has the words that no floor uses, only pages and layouts. */
const SLICES: readonly string[] = [...FLOORS, 'shell']

const placeholders = (message: unknown): string =>
  [...new Set(JSON.stringify(message).match(/\{[a-zA-Z]+\}/g) ?? [])].toSorted().join(' ')

/**
 * Problems of `messages/` in a folder that has `src/` too: missing keys, differing placeholders, empty sentences, unused keys,
 * keys that stand in two slices, or in one of another floor than the lowest that uses them.
 */
export function findMessageFaults(root: string): string[] {
  const folder = join(root, 'messages')
  const users = lowestUsers(join(root, 'src'))
  const files = LANGUAGES.map((language) => ({ language, slices: readSlices(language, folder) }))
  const places = new Map<string, string>()
  const faults = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => `messages/${name} is in no slice`)
  for (const [slice, english] of readSlices('en', folder)) {
    for (const key of new Set(files.flatMap(({ slices }) => Object.keys(slices.get(slice) ?? {})))) {
      for (const { language, slices } of files) {
        const message = slices.get(slice)?.[key]
        const file = `messages/${slice}/${language}.json`
        if (message === undefined || message === '') faults.push(`${file} lacks ${key}`)
        else if (placeholders(message) !== placeholders(english[key]))
          faults.push(`${file} has other placeholders in ${key}`)
      }
      const [other, user] = [places.get(key), users.get(key)]
      if (other !== undefined) faults.push(`${key} stands in messages/${other} and in messages/${slice}`)
      if (user === undefined) faults.push(`${key} is used nowhere`)
      else if (user !== floorOfSlice(slice))
        faults.push(`${key} belongs into messages/${user}, the lowest that uses it, not into messages/${slice}`)
      places.set(key, slice)
    }
  }
  return faults
}

/** The lowest slice whose sources say each message, as `m.key`; tests do not count. */
export function lowestUsers(sources: string): Map<string, string> {
  const users = new Map<string, string>()
  const files = readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files) {
    const [top = ''] = withSlashes(relative(sources, file)).split('/')
    if (top === 'test') continue
    const slice = SLICES.includes(top) ? top : 'shell'
    for (const [, key = ''] of readFileSync(file, 'utf8').matchAll(/\bm\.(\w+)/g)) {
      const known = users.get(key)
      if (known === undefined || SLICES.indexOf(slice) < SLICES.indexOf(known)) users.set(key, slice)
    }
  }
  return users
}

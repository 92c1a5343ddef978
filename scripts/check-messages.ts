import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LANGUAGES = ['en', 'fr', 'ar', 'sw'] as const
type Messages = Record<string, unknown>

const placeholders = (message: unknown): string =>
  [...new Set(JSON.stringify(message).match(/\{[a-zA-Z]+\}/g) ?? [])].toSorted().join(' ')

/** Problems of the message files: missing keys, differing placeholders, empty sentences, unused keys. */
export function findMessageFaults(folder: string, isUsed: (key: string) => boolean): string[] {
  const read = (language: string): Messages => JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))
  const files = Object.fromEntries(LANGUAGES.map((language) => [language, read(language)]))
  const keys = new Set(LANGUAGES.flatMap((language) => Object.keys(files[language] ?? {})))
  keys.delete('$schema')
  const faults: string[] = []
  for (const key of keys) {
    const base = files.en?.[key]
    for (const language of LANGUAGES) {
      const message = files[language]?.[key]
      if (message === undefined || message === '') faults.push(`${language}.json lacks ${key}`)
      else if (placeholders(message) !== placeholders(base))
        faults.push(`${language}.json has other placeholders in ${key}`)
    }
    if (!isUsed(key)) faults.push(`${key} is used nowhere`)
  }
  return faults
}

/** Whether the sources use a key, as `m.key` or by its name in a look-up. */
export function usedKeys(root: string): (key: string) => boolean {
  const text = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .filter((entry) => !entry.parentPath.includes('paraglide'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
  const words = new Set(text.match(/[a-zA-Z][\w]*/g))
  return (key) => words.has(key)
}

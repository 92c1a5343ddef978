import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vitest/config'

const INDEX = '/i18n/paraglide/messages/_index.js'

/** Gives tests all messages as one module: to load two thousand, one for each, takes longer than most tests. */
export const messagesInOne: Plugin = {
  name: 'messages-in-one',
  enforce: 'pre',
  load: (id) => (id.endsWith(INDEX) ? joined(id) : undefined),
  // Modules are kept by the text of their file, which stays as it is where only the text of a message changes.
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(({ id }) => (id.endsWith(INDEX) ? joined(id) : undefined))
  },
}

function joined(index: string): string {
  const folder = dirname(index)
  const files = readdirSync(folder).filter((name) => name.endsWith('.js') && !INDEX.endsWith(name))
  const imports = new Set<string>()
  const code = files.map((name) =>
    readFileSync(join(folder, name), 'utf8').replace(/^import .*$/gm, (line) => {
      imports.add(line)
      return ''
    }),
  )
  return [...imports, ...code].join('\n')
}

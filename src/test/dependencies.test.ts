import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { projectRoot } from '#base/lib/project-root.server.ts'

const installed: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies }
const page = readFileSync(join(projectRoot, 'docs', 'dependencies.md'), 'utf8')
const entries = [...page.matchAll(/^\| `([^`]+)` \| (\S+) \| (.*) \|$/gm)].map(([, name = '', version, rest = '']) => ({
  name,
  version,
  files: [...rest.matchAll(/`([\w./$-]+\.tsx?)`/g)].map(([, file = '']) => file),
}))

test('there are entries', () => {
  expect(entries.length).toBeGreaterThan(8)
})

test.each(entries)('the entry of $name is about the installed version', ({ name, version }) => {
  expect(version).toBe(installed[name])
})

test.each(entries)('the files that the entry of $name mentions exist', ({ files }) => {
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([])
})

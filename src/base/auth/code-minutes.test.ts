import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { CODE_ATTEMPTS, CODE_MINUTES } from './credentials.schema.ts'

test.each([
  ['docs/security.md', `valid ${CODE_MINUTES} minutes, ${CODE_ATTEMPTS} attempts`],
  ['docs/fr/security.md', `valable ${CODE_MINUTES} minutes, ${CODE_ATTEMPTS} essais`],
])('%s says %s', (page, words) => {
  expect(readFileSync(join(projectRoot, page), 'utf8')).toContain(words)
})

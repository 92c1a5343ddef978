import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

// What a shell of Windows does not know, or takes otherwise: programs of Unix, quotes, variables, patterns, and lists.
const UNIX_ONLY = /^(exec|export|env|sh|bash|cp|mv|rm|mkdir|cat|touch)\b|^\w+=|['`*$;&|<>\\]/

test.each(Object.entries(manifest.scripts))('npm run %s goes without a Unix shell', (_, line) => {
  expect(line).not.toMatch(UNIX_ONLY)
})

test.each(['exec node start.ts', 'A=1 node start.ts', "node '*.ts'", 'node a.ts && node b.ts', 'rm -rf dist'])(
  'would notice %s',
  (line) => {
    expect(line).toMatch(UNIX_ONLY)
  },
)

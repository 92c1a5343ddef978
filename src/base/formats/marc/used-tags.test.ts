import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usedTags } from './marc-row.server.ts'

test.each(['marc-21.ts', 'unimarc.ts', 'item-fields.ts'])(
  'Every tag that %s names is collected while a file is read',
  (file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    const named = [...source.matchAll(/'(\d{3})'/g)].map(([, tag = '']) => tag)
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((tag) => !usedTags.test(tag))).toEqual([])
  },
)

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findMessageFaults } from '../../scripts/check-messages.ts'
import { placeMessages } from '../../scripts/place-messages.ts'
import { removeFolder } from './remove-folder.ts'

const SCHEMA = '  "$schema": "https://inlang.com/schema/inlang-message-format"'
const LOW = '  "low": "Low"'
const HIGH = '  "high": [\n    {\n      "match": {\n        "countPlural=other": "{shown} high"\n      }\n    }\n  ]'
const PAGE = '  "page": "Page"'
const OWN = '  "own": "Of a noun"'
const file = (...entries: string[]): string => `{\n${[SCHEMA, ...entries].join(',\n')}\n}\n`

test('A message moves, as it is written, into the slice of the lowest floor that uses it', () => {
  const root = mkdtempSync(join(tmpdir(), 'maktaba-messages-'))
  onTestFinished(() => removeFolder(root))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('src/base/a.ts', 'm.low()')
  write('src/lending/b.ts', 'm.low() + m.high() + m.own()')
  write('src/lending/b.test.ts', 'm.page()')
  write('src/routes/c.tsx', 'm.low() + m.high() + m.page()')
  for (const language of ['en', 'fr', 'ar', 'sw']) {
    write(`messages/base/${language}.json`, file(HIGH, PAGE))
    write(`messages/lending/${language}.json`, file())
    write(`messages/lending/noun/${language}.json`, file(OWN, LOW))
    write(`messages/shell/${language}.json`, file())
  }
  expect(findMessageFaults(root)).toHaveLength(3)
  placeMessages(root)
  expect(findMessageFaults(root)).toEqual([])
  for (const language of ['en', 'fr', 'ar', 'sw']) {
    const text = (slice: string) => readFileSync(join(root, `messages/${slice}/${language}.json`), 'utf8')
    expect([text('base'), text('lending'), text('shell')]).toEqual([file(LOW), file(HIGH), file(PAGE)])
    expect(text('lending/noun')).toEqual(file(OWN))
  }
})

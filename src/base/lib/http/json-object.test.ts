import { describe, expect, test } from 'vitest'
import { labelled, labelledValues } from '#test/labelled.ts'
import { readJsonObject } from './json-object.server.ts'

test.each(
  labelledValues([
    '{}',
    ' {\n\t"a" : 1 , "b":[1,{"a":2},{"a":3}], "c":"\\"a\\":\\\\", "d":null}\r\n',
    '{"a":{"a":{"a":"a"}},"b":"a"}',
    '{"constructor":1,"toString":2,"hasOwnProperty":3}',
    String.raw`{"\u0061":"\ud83d\ude80","b":"\"\u005c\\u"}`,
    '{"":1,"title":"مدن الملح 🚀"}',
    `{"a":${'['.repeat(19)}${']'.repeat(19)}}`,
    `{"a":"${'[{'.repeat(100_000)}"}`,
  ]),
)('%s is what JSON.parse makes of it', (_, text) => {
  expect(readJsonObject(text)).toEqual(JSON.parse(text))
})

describe('refused as a whole', () => {
  test.each(
    labelledValues([
      '',
      ' ',
      '{',
      '}',
      '{"a"',
      '{"a":',
      '{"a":1',
      '{"a":1,}',
      "{'a':1}",
      '{a:1}',
      '{"a":1}}',
      '{"a":1}{"a":1}',
      '{"a":"',
      '{"a":"\\',
      '{"a":"\\x"}',
      '{"a":"\n"}',
      '{"a":01}',
      '{"a":NaN}',
      '\uFEFF{}',
      'null',
      'true',
      '7',
      '"text"',
      '[]',
      '[{"a":1}]',
      '['.repeat(100_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      '"\\ud800"',
    ]),
  )('%s', (_, text) => {
    expect(() => readJsonObject(text)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', status: 400, fields: { '': { key: 'body_not_json' } } }),
    )
  })
})

describe('refused at its field', () => {
  test.each(
    labelled([
      ['{"a":1,"a":1}', 'a', 'validation_invalid'],
      ['{"a":1,"b":2,"\\u0061":3}', 'a', 'validation_invalid'],
      ['{"a":{"b":1,"b":2}}', 'a', 'validation_invalid'],
      ['{"a":[{},{"b":1,"c":[],"b":2}]}', 'a', 'validation_invalid'],
      ['{"__proto__":{"role":"admin"}}', '__proto__', 'validation_unknown'],
      [String.raw`{"\u005f_proto__":1}`, '__proto__', 'validation_unknown'],
      ['{"a":{"__proto__":1}}', 'a', 'validation_unknown'],
      [String.raw`{"a":"\ud800"}`, 'a', 'text_invalid'],
      [String.raw`{"a":["\uDC00\uD800"]}`, 'a', 'text_invalid'],
      [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'a', 'validation_invalid'],
      [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'a', 'validation_invalid'],
    ]),
  )('%s', (_, text, field, key) => {
    expect(() => readJsonObject(text)).toThrow(expect.objectContaining({ fields: { [field]: { key } } }))
  })
})

test('a megabyte is read in no time', () => {
  const started = performance.now()
  readJsonObject(`{"a":"${'\\"'.repeat(500_000)}"}`)
  readJsonObject(`{"a":[${'{"a":"b"},'.repeat(90_000)}1]}`)
  expect(performance.now() - started).toBeLessThan(5000)
})

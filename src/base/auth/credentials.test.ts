import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { problemsOf } from '#base/i18n/issue-message.ts'
import { codeSchema, emailSchema } from './credentials.schema.ts'
import { labelled } from '#test/labelled.ts'

const emailKey = (value: unknown) => emailSchema.safeParse(value).error?.issues.map(({ message }) => message)
const codeKey = (value: unknown) => codeSchema.safeParse(value).error?.issues.map(({ message }) => message)

describe('an email address', () => {
  test.each([
    ['ada@example.org', 'ada@example.org'],
    ['  Ada@Example.ORG\n', 'ada@example.org'],
    ['Ada@Bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['\u2068ada@example.org\u2069.', 'ada@example.org'],
    ['a\u200Bda\u2060@exam\u00ADple.org\u200E', 'ada@example.org'],
    ['ａｄａ２＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ada2@example.org'],
    ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
    ['a.b+c_d-e@sub.example.co.tz', 'a.b+c_d-e@sub.example.co.tz'],
    ["o'brien@example.org", "o'brien@example.org"],
    [`${'a'.repeat(64)}@${'b'.repeat(63)}.org`, `${'a'.repeat(64)}@${'b'.repeat(63)}.org`],
  ])('%j is one', (value, read) => {
    expect(emailSchema.parse(value)).toBe(read)
  })

  test.each(
    labelled([
      ['', 'email_required'],
      ['   ', 'email_required'],
      [undefined, 'email_required'],
      [null, 'email_required'],
      [7, 'email_required'],
      ['ada', 'email_invalid'],
      ['ada@', 'email_invalid'],
      ['@example.org', 'email_invalid'],
      ['ada@example', 'email_invalid'],
      ['a b@example.org', 'email_invalid'],
      ['ada@bücher.example/path', 'email_invalid'],
      ['ada@bücher.example:25', 'email_invalid'],
      ['adä@example.org', 'email_invalid'],
      ['ada@example..org', 'email_invalid'],
      ['ada@@example.org', 'email_invalid'],
      ['ada@example.org,bob@example.org', 'email_invalid'],
      ['Ada <ada@example.org>', 'email_invalid'],
      ['ada@example.org\r\nBcc: bob@example.org', 'email_invalid'],
      [`${'a'.repeat(246)}@exam.org`, 'email_invalid'],
    ]),
  )('is missing or none, said once: %s', (_, value, key) => {
    expect(emailKey(value)).toEqual([key])
  })
})

describe('a code', () => {
  test.each([
    '123456',
    ' 123 456 ',
    '123-456',
    '١٢٣٤٥٦',
    '۱۲۳۴۵۶',
    '\u200E123456\u200F',
    '123\u2013456',
    '12\u00A034\u00A056',
    '1\t2\n3 4 5 6',
    '１２３４５６',
    '\u2068123\u2212456\u2069.',
    '12\u200B3\u202A4\u202C5\u20666\u2069',
    '123.456\uFF0E',
    '123456 is your code for Maktaba',
    '\u20681٢3456\u2069 هو رمزك',
  ])('%j is one', (value) => {
    expect(codeSchema.parse(value)).toBe('123456')
  })

  test.each(
    labelled([
      ['', 'code_required'],
      [' - ', 'code_required'],
      [undefined, 'code_required'],
      ['12345', 'code_length'],
      ['1234567', 'code_length'],
      ['abcdefg', 'code_length'],
      ['abcdef', 'code_invalid'],
      ['12345a', 'code_invalid'],
      ['12345６7', 'code_length'],
      ['123456 or 654321', 'code_length'],
      ['1'.repeat(101), 'code_invalid'],
    ]),
  )('is missing or none, said once: %s', (_, value, key) => {
    expect(codeKey(value)).toEqual([key])
  })

  test('and an address are refused together, each at its field', () => {
    const result = z.object({ email: emailSchema, code: codeSchema }).safeParse({})
    expect(problemsOf(result.error?.issues ?? [])).toEqual({
      email: { key: 'email_required' },
      code: { key: 'code_required' },
    })
  })
})

import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { problemsOf } from './issue-message.ts'
import { issueKey, issueLimit } from './issue-message.ts'
import { locales } from './locale.ts'
import { withLocale } from './request-locale.server.ts'
import { problemKeys, problemText, type ProblemKey } from './problem-text.ts'

// The compiler asks for a line when zod gets a new code.
const CODES = {
  invalid_type: { input: 7 },
  too_big: { maximum: 5, inclusive: true },
  too_small: { minimum: 5, inclusive: true },
  invalid_format: { format: 'email' },
  not_multiple_of: { divisor: 2 },
  unrecognized_keys: { keys: ['a'] },
  invalid_union: { errors: [] },
  invalid_key: { issues: [] },
  invalid_element: { issues: [] },
  invalid_value: { values: ['a'] },
  custom: {},
} satisfies Record<z.core.$ZodIssueCode, object>

const ORIGINS = [
  'string',
  'number',
  'int',
  'bigint',
  'array',
  'set',
  'map',
  'date',
  'file',
  'record',
  'something new',
  undefined,
]

/** The sentence for an issue in each language. */
function sentences(issue: Parameters<typeof issueKey>[0]): string[] {
  const params = issueLimit(issue)
  const problem = params ? { key: issueKey(issue), params } : { key: issueKey(issue) }
  return locales.map((locale) => withLocale(locale, () => problemText(problem)))
}

describe.each(Object.entries(CODES))('the issue %s', (code, rest) => {
  test.each(ORIGINS)('of %s has words in four languages', (origin) => {
    const issue = { code, origin, ...rest }
    expect(problemKeys()).toContain(issueKey(issue))
    const said = sentences(issue)
    expect(new Set(said).size).toBe(4)
    for (const sentence of said) expect(sentence).not.toMatch(/validation_|undefined|NaN|\{/)
  })
})

describe('the generic messages of the specification', () => {
  const day = new Date('2026-03-12T00:00:00Z')
  test.each<[string, z.core.$ZodType, unknown, string]>([
    ['required', z.string(), undefined, 'Required'],
    ['required, by null', z.string(), null, 'Required'],
    ['required, a field', z.object({ a: z.string() }), {}, 'Required'],
    ['invalid input', z.string(), 7, 'Invalid input'],
    ['invalid choice', z.enum(['a', 'b']), 'c', 'Invalid input'],
    ['invalid form', z.uuid(), 'x', 'Invalid input'],
    ['invalid union', z.union([z.string(), z.number()]), true, 'Invalid input'],
    ['extra keys', z.strictObject({}), { a: 1 }, 'This field is not known here'],
    ['shortest string', z.string().check(z.minLength(3)), 'a', 'Should have at least 3 characters'],
    ['shortest string of one', z.string().check(z.minLength(1)), '', 'Should have at least 1 character'],
    ['longest string', z.string().check(z.maxLength(2)), 'abc', 'Should have at most 2 characters'],
    ['smallest number', z.number().check(z.minimum(2)), 1, 'Should be at least 2'],
    ['smallest whole number, exclusive', z.int().check(z.gt(2)), 2, 'Should be at least 3'],
    ['largest number', z.number().check(z.maximum(2)), 3, 'Should be at most 2'],
    ['largest whole number, exclusive', z.int().check(z.lt(2)), 2, 'Should be at most 1'],
    ['fewest items', z.array(z.string()).check(z.minLength(2)), ['a'], 'Choose at least 2 items'],
    ['most items', z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'Choose at most 1 item'],
    ['earliest date', z.date().check(z.minimum(day)), new Date('2026-03-11'), 'Should not be before 2026-03-12'],
    ['latest date', z.date().check(z.maximum(day)), new Date('2026-03-13'), 'Should not be after 2026-03-12'],
  ])('%s', (_, schema, value, sentence) => {
    const { error } = z.safeParse(schema, value)
    const [problem] = Object.values(problemsOf(error?.issues ?? []))
    expect(problem && withLocale('en', () => problemText(problem))).toBe(sentence)
  })

  test('are by field, the first of each', () => {
    const schema = z.object({
      a: z.array(z.object({ b: z.string().check(z.minLength(3), z.regex(/x/)) })),
      c: z.number(),
    })
    const { error } = schema.safeParse({ a: [{ b: 'xxx' }, { b: '' }] })
    expect(problemsOf(error?.issues ?? [])).toEqual({
      'a.1.b': { key: 'validation_string_min', params: { limit: 3 } },
      c: { key: 'validation_required' },
    })
  })

  test('have a sentence for an unknown key', () => {
    expect(problemText({ key: 'nonsense' as ProblemKey })).toBe('Invalid input')
  })
})

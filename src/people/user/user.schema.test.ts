import { describe, expect, test } from 'vitest'
import { problemsOf } from '#base/i18n/issue-message.ts'
import { labelled } from '#test/labelled.ts'
import type * as z from 'zod/mini'
import { banSchema } from './ban/user-ban.schema.ts'
import { userCreateSchema, userInputSchema, userUpdateSchema } from './user.schema.ts'

const keysOf = (schema: z.ZodMiniType, value: unknown) =>
  Object.fromEntries(
    Object.entries(problemsOf(schema.safeParse(value).error?.issues ?? [])).map(([field, { key }]) => [field, key]),
  )
const email = 'ada@example.org'
const id = '01a1fc5f-3ab8-711d-bde4-965ef5d28919'

describe('a new user', () => {
  test('needs an address only', () => {
    expect(userCreateSchema.parse({ email: '  Ada@Example.ORG ' })).toEqual({ email, name: '', role: 'user' })
    expect(userCreateSchema.parse({ email, name: '  Ada 📚 ', role: ['user', 'admin'], language: 'sw' })).toEqual({
      email,
      name: 'Ada 📚',
      role: 'admin,user',
      language: 'sw',
    })
    expect(userInputSchema.parse({ email, name: '   ', role: 'user,admin' })).toEqual({
      email,
      name: '',
      role: 'admin,user',
    })
  })

  test.each(
    labelled([
      [{}, { email: 'email_required' }],
      [{ email: '  ' }, { email: 'email_required' }],
      [{ email: 'a@b' }, { email: 'email_invalid' }],
      [{ email: `${'x'.repeat(250)}@b.cd` }, { email: 'email_invalid' }],
      [{ email: 'a\0@b.cd' }, { email: 'email_invalid' }],
      [{ email: '📚@b.cd' }, { email: 'email_invalid' }],
      [{ email, name: 'x'.repeat(101) }, { name: 'validation_string_max' }],
      [{ email, name: 'a\0b' }, { name: 'name_invalid' }],
      [{ email, name: 'a‮b' }, { name: 'name_invalid' }],
      [{ email, name: 'a\nb' }, { name: 'name_invalid' }],
      [{ email, name: '‏' }, { name: 'name_required' }],
      [{ email, name: 3 }, { name: 'validation_invalid' }],
      [{ email, role: '' }, { role: 'role_required' }],
      [{ email, role: [] }, { role: 'role_required' }],
      [{ email, role: 'owner' }, { role: 'role_unknown' }],
      [{ email, role: 'admin,owner' }, { role: 'role_unknown' }],
      [{ email, role: 'ADMIN' }, { role: 'role_unknown' }],
      [{ email, role: ['__proto__'] }, { role: 'role_unknown' }],
      [{ email, role: 7 }, { role: 'role_required' }],
      [{ email, language: 'de' }, { language: 'validation_invalid' }],
      [
        { email: [email], name: {}, role: {} },
        { email: 'email_required', name: 'validation_invalid', role: 'role_required' },
      ],
    ]),
  )('%s is refused at its field', (_, value, problems) => {
    expect(keysOf(userCreateSchema, value)).toEqual(problems)
  })
})

describe('a change', () => {
  test('names the version that it started from, and only what changes', () => {
    expect(userUpdateSchema.parse({ id, version: 3, role: 'user' })).toEqual({ id, version: 3, role: 'user' })
    expect(userUpdateSchema.parse({ id })).toEqual({ id })
    expect(keysOf(userUpdateSchema, { id, version: 'first' })).toEqual({ version: 'validation_invalid' })
  })
})

describe('a ban', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  test('needs neither reason nor end', () => {
    expect(banSchema.parse({ id })).toEqual({ id, reason: '', until: null })
    const until = inHours(1)
    expect(banSchema.parse({ id, reason: ' Late 📚 ', until: until.toISOString() })).toEqual({
      id,
      reason: 'Late 📚',
      until,
    })
  })

  test.each(
    labelled([
      [{ until: inHours(-1) }, { until: 'validation_date_min' }],
      [{ until: '1999-01-01T00:00:00Z' }, { until: 'validation_date_min' }],
      [{ until: inHours(24 * 366 * 100) }, { until: 'validation_date_max' }],
      [{ until: new Date(Number.NaN) }, { until: 'validation_invalid' }],
      [{ until: 'soon' }, { until: 'validation_invalid' }],
      [{ until: '2030-02-30T00:00:00Z' }, { until: 'validation_invalid' }],
      [{ until: '' }, { until: 'validation_invalid' }],
      [{ reason: 'x'.repeat(201) }, { reason: 'validation_string_max' }],
      [{ reason: 'a\0b' }, { reason: 'text_invalid' }],
      [{ reason: 'a‮b' }, { reason: 'text_invalid' }],
      [{ reason: 'a\nb' }, { reason: 'text_invalid' }],
      [{ reason: 3 }, { reason: 'validation_invalid' }],
    ]),
  )('%s is refused at its field', (_, value, problems) => {
    expect(keysOf(banSchema, { id, ...value })).toEqual(problems)
  })
})

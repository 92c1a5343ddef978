import { describe, expect, test } from 'vitest'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { codeFor, mailsTo } from '#test/sign-in/outbox.ts'
import { labelled } from '#test/labelled.ts'

useDatabase()

const send = (caller: Caller, path: string, fields: Record<string, string>) =>
  caller.request(path, { body: new URLSearchParams(fields) })

/** The form that the page would show again. */
const shown = async (response: Response) => ({ status: response.status, form: await response.json() })

describe('the login form without script', () => {
  test('mails a code and redirects to the code form', async () => {
    const caller = new Caller()
    const response = await send(caller, '/login', { email: ' Ada@Example.org ' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login/verify?email=ada%40example.org'])
    const verify = await send(caller, response.headers.get('location') ?? '', {
      code: await codeFor('ada@example.org'),
    })
    expect([verify.status, verify.headers.get('location')]).toEqual([303, '/login'])
    expect((await caller.request('/api/v1/me')).status).toBe(403)
  })

  test('keeps the requested page', async () => {
    const caller = new Caller()
    const response = await send(caller, '/login', {
      email: 'bob@example.org',
      redirect: '/app/books?searchTerm=a&genreId=b',
    })
    const path = response.headers.get('location') ?? ''
    expect(new URL(path, 'http://localhost').searchParams.get('redirect')).toBe('/app/books?searchTerm=a&genreId=b')
    const verify = await send(caller, path, { code: await codeFor('bob@example.org') })
    expect(verify.headers.get('location')).toBe('/app/books?searchTerm=a&genreId=b')
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example'])(
    'never redirects to another site: %j',
    async (redirect) => {
      const caller = new Caller()
      const email = `eve-${redirect.length}@example.org`
      const response = await send(caller, '/login', { email, redirect })
      expect(response.headers.get('location')).toBe(`/login/verify?email=${encodeURIComponent(email)}`)
      const path = `/login/verify?${new URLSearchParams({ email, redirect })}`
      expect((await send(caller, path, { code: await codeFor(email) })).headers.get('location')).toBe('/login')
    },
  )

  test.each(
    labelled([
      ['', 'email_required'],
      ['nobody', 'email_invalid'],
      [`${'x'.repeat(400)}@example.org`, 'email_invalid'],
    ]),
  )('with an invalid address is shown again with the typed value: %s', async (_, email, key) => {
    const { status, form } = await shown(await send(new Caller(), '/login', { email }))
    expect(status).toBeLessThan(500)
    expect(form).toMatchObject({
      values: { email: email.slice(0, 300) },
      error: { code: 'VALIDATION_ERROR', fields: { email: { key } } },
    })
  })

  test('from another site mails nothing', async () => {
    for (const headers of [{ origin: 'http://evil.example' }, { origin: 'null' }]) {
      const response = await new Caller().request('/login', {
        body: new URLSearchParams({ email: 'victim@example.org' }),
        headers,
      })
      expect(response.status).toBe(403)
    }
    expect(await mailsTo('victim@example.org')).toEqual([])
  })

  test('refuses a body that is not a form, without a server error', async () => {
    for (const init of [
      { body: '{}' },
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
      { method: 'POST' },
    ]) {
      const { status } = await new Caller().request('/login', init)
      expect([init, status]).toEqual([init, expect.toSatisfy((one: number) => one >= 200 && one < 500)])
    }
  })
})

describe('the code form without script', () => {
  test.each([
    ['', 'VALIDATION_ERROR', 'code_required'],
    ['1234567', 'VALIDATION_ERROR', 'code_length'],
    ['abcdef', 'VALIDATION_ERROR', 'code_invalid'],
    ['000000', 'INVALID_OTP', undefined],
  ])('with %j is shown again with %s', async (code, error, key) => {
    const caller = new Caller()
    await send(caller, '/login', { email: 'grace@example.org' })
    const { status, form } = await shown(await send(caller, '/login/verify?email=grace%40example.org', { code }))
    expect(status).toBeLessThan(500)
    expect(form).toMatchObject({ values: { code }, error: { code: error, fields: key ? { code: { key } } : {} } })
    expect(caller.cookies.size).toBe(0)
  })

  test.each(['OTP_EXPIRED', 'TOO_MANY_ATTEMPTS'])(
    'stays spent (%s) once it was, until a new one is sent',
    async (spent) => {
      const code = '000000'
      const { form } = await shown(await send(new Caller(), '/login/verify?email=kay%40example.org', { code, spent }))
      expect(form).toMatchObject({ values: { code, spent }, error: { code: spent } })
    },
  )

  test('ignores any other value of `spent`', async () => {
    const fields = { code: '000000', spent: 'BANNED_USER' }
    const { form } = await shown(await send(new Caller(), '/login/verify?email=kay%40example.org', fields))
    expect(form).toMatchObject({ error: { code: 'INVALID_OTP' } })
  })

  test('accepts Arabic digits', async () => {
    const caller = new Caller()
    await send(caller, '/login', { email: 'alan@example.org' })
    const code = (await codeFor('alan@example.org')).replace(/\d/g, (digit) =>
      String.fromCharCode(0x660 + Number(digit)),
    )
    expect((await send(caller, '/login/verify?email=alan%40example.org', { code })).status).toBe(303)
  })

  test.each(['/login/verify', '/login/verify?email=', '/login/verify?email=nobody', '/login/verify?email=%00'])(
    'without an address, at %s, causes no server error',
    async (path) => {
      const { status, form } = await shown(await send(new Caller(), path, { code: '123456' }))
      expect(status).toBeLessThan(500)
      expect(form).toMatchObject({ error: { code: 'INVALID_EMAIL' } })
    },
  )
})

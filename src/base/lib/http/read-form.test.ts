import { describe, expect, test } from 'vitest'
import { readForm } from './read-form.server.ts'

const read = (body: BodyInit, type?: string): Promise<FormData> =>
  readForm(
    new Request('http://localhost/login', { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) }),
  )

describe('a form', () => {
  test('is read from both types', async () => {
    const form = new FormData()
    form.append('name', 'Zoë')
    expect((await read(form)).get('name')).toBe('Zoë')
    expect((await read(new URLSearchParams({ name: 'Zoë' }))).get('name')).toBe('Zoë')
  })

  test('may have 64 kB', async () => {
    const atMost = `a=${'x'.repeat(64 * 1024 - 2)}`
    expect((await read(new URLSearchParams(atMost))).get('a')).toHaveLength(64 * 1024 - 2)
    await expect(read(new URLSearchParams(`${atMost}x`))).rejects.toMatchObject({ code: 'CONTENT_TOO_LARGE' })
    await expect(read('a=&'.repeat(330_000), 'application/x-www-form-urlencoded')).rejects.toMatchObject({
      status: 413,
    })
  })

  test.each([
    ['{"name":"x"}', 'application/json'],
    ['no parts', 'multipart/form-data; boundary=x'],
    ['a=b', 'multipart/form-data'],
  ])('is not %s as %s', async (body, type) => {
    await expect(read(body, type)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 })
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { env } from '#base/env/env.server.ts'
import { bestEncoding } from '#base/lib/http/best-encoding.server.ts'
import { fileSecurityHeaders } from './security/security-headers.server.ts'
import { loadStaticFiles, serveStatic } from './static-files.server.ts'

const SCRIPT = 'export const a = 1\n'.repeat(100)
const folder = mkdtempSync(join(tmpdir(), 'maktaba-static-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'assets', 'main-abc123.js'), SCRIPT)
writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(SCRIPT))
writeFileSync(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync(SCRIPT))
writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\n')
writeFileSync(join(folder, 'odd.bin'), 'x')
writeFileSync(join(folder, 'icon.svg'), '<svg/>')
const files = loadStaticFiles(folder)
afterAll(() => rmSync(folder, { recursive: true }))

const MAIN = '/assets/main-abc123.js'
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const { host, origin } = new URL(env().baseUrl)
  const request = new Request(`${origin}${path}`, { method, headers: { host, ...headers } })
  return serveStatic(files, request, Object.defineProperty(new URL(request.url), 'pathname', { value: path }))
}
const bytes = async (response: Response | undefined) => Buffer.from(await (response ?? new Response()).arrayBuffer())

describe('a static file', () => {
  test('is served in the best accepted encoding', async () => {
    const [br, gzip, plain] = [
      get(MAIN, { 'accept-encoding': 'gzip, deflate, br' }),
      get(MAIN, { 'accept-encoding': 'gzip' }),
      get(MAIN),
    ]
    expect([br, gzip, plain].map((one) => one?.headers.get('content-encoding'))).toEqual(['br', 'gzip', null])
    expect(brotliDecompressSync(await bytes(br)).toString()).toBe(SCRIPT)
    expect(gunzipSync(await bytes(gzip)).toString()).toBe(SCRIPT)
    expect((await bytes(plain)).toString()).toBe(SCRIPT)
  })

  test('has its type, its length and its cache lifetime', async () => {
    const hashed = get(MAIN)
    expect(Object.fromEntries(hashed?.headers ?? [])).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(SCRIPT.length),
      'cache-control': 'public, max-age=31536000, immutable',
      etag: expect.stringMatching(/^"[\w-]{20,}"$/),
      vary: 'Accept-Encoding',
    })
    expect(get('/robots.txt')?.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(get('/robots.txt')?.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(get('/odd.bin')?.headers.get('content-type')).toBe('application/octet-stream')
  })

  test('is not sent again to who has it', async () => {
    const etag = get(MAIN)?.headers.get('etag') ?? ''
    const again = get(MAIN, { 'if-none-match': etag })
    expect([again?.status, (await bytes(again)).length, again?.headers.get('etag')]).toEqual([304, 0, etag])
    expect(get(MAIN, { 'if-none-match': '"other"' })?.status).toBe(200)
  })

  test.each(['W/"TAG"', '"other", "TAG"', '*'])('nor for If-None-Match: %s', (header) => {
    const etag = get(MAIN)?.headers.get('etag') ?? ''
    expect(get(MAIN, { 'if-none-match': header.replace('"TAG"', etag) })?.status).toBe(304)
  })

  test('has no body for HEAD, and the same headers', async () => {
    const [head, whole] = [get(MAIN, {}, 'HEAD'), get(MAIN)]
    expect((await bytes(head)).length).toBe(0)
    expect(Object.fromEntries(head?.headers ?? [])).toEqual(Object.fromEntries(whole?.headers ?? []))
  })

  test('is for no other host, and no page of another site', () => {
    for (const host of ['evil.example', 'localhost.evil.example', ''])
      expect([host, get(MAIN, { host })?.status]).toEqual([host, 421])
    expect(get(MAIN)?.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(get(MAIN)?.headers.get('x-content-type-options')).toBe('nosniff')
    expect(get(MAIN)?.headers.has('strict-transport-security')).toBe(false)
    expect(get('/icon.svg')?.headers.get('content-security-policy')).toContain('sandbox')
    expect(fileSecurityHeaders('/assets/a.css', 'text/css', true)['strict-transport-security']).toBe('max-age=31536000')
  })

  test('is there by its own name only', () => {
    for (const path of [
      '/',
      '/assets',
      '/nothing.js',
      `${MAIN}.br`,
      `${MAIN}.gz`,
      '/assets/../robots.txt',
      '/../package.json',
      '/%2e%2e/package.json',
      '/__proto__',
      '/constructor',
    ]) {
      expect([path, get(path)]).toEqual([path, undefined])
    }
    expect(get(MAIN, {}, 'POST')).toBeUndefined()
  })
})

test.each<[string | null, string]>([
  ['br', 'br'],
  ['gzip, br;q=0.5', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0 , gzip;q=0.000', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [null, 'identity'],
  ['identity', 'identity'],
  ['brotli', 'identity'],
  ['br;q=nonsense', 'br'],
])('Accept-Encoding %j takes %s', (accept, encoding) => {
  expect(bestEncoding(accept, { identity: 1, gzip: 1, br: 1 })).toBe(encoding)
})

test('a file without compressed forms is sent uncompressed', () => {
  expect(bestEncoding('br, gzip', { identity: 1 })).toBe('identity')
  expect(bestEncoding('br, gzip', { identity: 1, gzip: 1 })).toBe('gzip')
})

import { describe, expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

describe('a path to go on to', () => {
  test.each([
    ['/', '/'],
    ['/app', '/app'],
    ['/app/books?searchTerm=les%20mis%C3%A9rables#top', '/app/books?searchTerm=les%20mis%C3%A9rables#top'],
    ['/app?next=//host', '/app?next=//host'],
    ['/app?next=https://host', '/app?next=https://host'],
    ['/app/../manager', '/manager'],
    ['/مكتبة', '/%D9%85%D9%83%D8%AA%D8%A8%D8%A9'],
    ['/@host', '/@host'],
    ['/:80', '/:80'],
    ['/%2F/host', '/%2F/host'],
    ['/%5Chost', '/%5Chost'],
    ['/%09/host', '/%09/host'],
  ])('%j stays on this site', (text, path) => {
    const found = safePath(text)
    expect(found).toBe(path)
    for (const base of ['http://localhost:3000', 'https://library.example.org'])
      expect(new URL(found ?? '', base).origin).toBe(base)
  })

  test.each([
    '//host',
    '///host',
    '////host',
    '/\\host',
    '\\\\host',
    '/\\/host',
    '\\/host',
    '/a\\..\\host',
    'https://host',
    'https:/host',
    'http:host',
    '//host@localhost',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /app',
    ' //host',
    '\t//host',
    '/\t/host',
    '/\n/host',
    '/\r/host',
    '/\0/host',
    '/\u0001/host',
    '/\u007F/host',
    '/ /host',
    '/.//host',
    '/..//host',
    '/%2e//host',
    '/%2E%2e//host',
    '/./\\host',
    '/a/..//host',
    '/a/../..//host',
    'app',
    '?a',
    '#a',
    '.',
    '..',
    '',
    undefined,
  ])('%j does not', (text) => {
    expect(safePath(text)).toBeUndefined()
  })

  test('in any interpretation of a browser', () => {
    const parts = [
      '/',
      '\\',
      '.',
      '%2e',
      '%2f',
      '%5c',
      '\t',
      '\n',
      ' ',
      '@',
      ':',
      'host',
      'https:',
      '\u2044',
      '\uFF0F',
      '?',
      '#',
    ]
    for (const a of parts)
      for (const b of parts)
        for (const c of parts)
          for (const d of parts) {
            const found = safePath(`/${a}${b}${c}${d}`)
            if (found !== undefined)
              expect([a, b, c, d, new URL(found, 'https://library.example.org').origin]).toEqual([
                a,
                b,
                c,
                d,
                'https://library.example.org',
              ])
          }
  })
})

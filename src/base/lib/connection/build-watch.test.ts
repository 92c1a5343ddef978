import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fromThrown } from '#base/errors/local-error.ts'
import { BUILD_HEADER } from './build-header.ts'
import {
  fetchBuildState,
  hasOtherBuild,
  rememberServerBuild,
  recoverFromChunkError,
  reloadForBuild,
  setOwnBuild,
} from './build-watch.ts'

const reload = vi.fn<() => void>()
const answer = vi.fn<() => Promise<Response>>()
let storage: Map<string, string> | undefined
const place = { href: 'http://localhost/app/books', pathname: '/app/books', reload }

const of = (build: string) => new Response('{}', { headers: { [BUILD_HEADER]: build } })
const lost = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/x.js')

beforeEach(() => {
  storage = new Map()
  place.href = 'http://localhost/app/books'
  vi.stubGlobal('location', place)
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage?.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (!storage) throw new Error('No storage')
      storage.set(key, value)
    },
  })
  setOwnBuild('one')
  rememberServerBuild(of('one'))
  reload.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

test('A page is reloaded once for a build and a URL', () => {
  expect(reloadForBuild()).toBe(false)
  rememberServerBuild(of('two'))
  expect([reloadForBuild(), reloadForBuild(), reloadForBuild()]).toEqual([true, false, false])
  place.href = 'http://localhost/app'
  expect([reloadForBuild(), reloadForBuild()]).toEqual([true, false])
  rememberServerBuild(of('three'))
  expect([reloadForBuild(), reloadForBuild()]).toEqual([true, false])
  expect(reload).toHaveBeenCalledTimes(3)
})

test('Without storage it is not reloaded, which could loop', () => {
  rememberServerBuild(of('two'))
  storage = undefined
  expect(reloadForBuild()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

test('A page from sources, and a response without a build, never count as outdated', () => {
  rememberServerBuild(new Response('{}'))
  expect(hasOtherBuild()).toBe(false)
  setOwnBuild('')
  rememberServerBuild(of('two'))
  expect(hasOtherBuild()).toBe(false)
})

test.each([
  ['the library was updated', async () => of('two'), true],
  ['the library is the same', async () => of('one'), true],
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('After a lost file, when %s', async (_, respond, isReloaded) => {
  answer.mockImplementation(respond)
  expect(await recoverFromChunkError(lost)).toBe(isReloaded)
  expect(reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0)
})

test('A file of this build that is lost again within a minute causes no second reload', async () => {
  answer.mockImplementation(async () => of('one'))
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000 })
  expect([await recoverFromChunkError(lost), await recoverFromChunkError(lost)]).toEqual([true, false])
  vi.setSystemTime(1_000_060_000)
  expect(await recoverFromChunkError(lost)).toBe(true)
  vi.useRealTimers()
  storage = undefined
  expect(await recoverFromChunkError(lost)).toBe(false)
})

test('Another error causes no request', async () => {
  answer.mockClear()
  expect(await recoverFromChunkError(new TypeError('Failed to fetch'))).toBe(false)
  expect(answer).not.toHaveBeenCalled()
})

test('Without a response the build is neither the same nor another', async () => {
  answer.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await fetchBuildState()).toBe('unreachable')
})

test.each([
  ['Failed to fetch dynamically imported module: https://x/assets/a.js', 'FILE_LOST'],
  ['error loading dynamically imported module: https://x/assets/a.js', 'FILE_LOST'],
  ['Importing a module script failed.', 'FILE_LOST'],
  ['Unable to preload CSS for /assets/a.css', 'FILE_LOST'],
  ['Lost file: Failed to fetch dynamically imported module: https://x/assets/a.js', 'FILE_LOST'],
  ['Failed to fetch', 'NETWORK'],
  ['NetworkError when attempting to fetch resource.', 'NETWORK'],
  ['Load failed', 'NETWORK'],
])('A browser’s message %j becomes %s', (said, code) => {
  expect(fromThrown(new TypeError(said)).code).toBe(code)
})

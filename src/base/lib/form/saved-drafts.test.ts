import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { moveClock } from '../clock.ts'
import { forgetDrafts, saveDrafts, registerDraft, setDraftOwner } from './saved-drafts.ts'

const storage = new Map<string, string>()
const place = { pathname: '/manager/books/new' }

beforeEach(() => {
  storage.clear()
  place.pathname = '/manager/books/new'
  vi.stubGlobal('location', place)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
  setDraftOwner('ama', () => undefined)
})
afterEach(() => {
  moveClock(0)
  forgetDrafts()
  vi.unstubAllGlobals()
})

const DRAFT = { title: 'Maru', genreId: null, at: new Date('2026-11-02T08:15:30Z') }
const ignore = () => undefined

/** A form with this value; returns what is restored into another form with its key. */
function keep(value: unknown): void {
  const leave = registerDraft('book', { read: () => value, restore: ignore })
  saveDrafts()
  leave()
}
function reopen(): unknown {
  const restore = vi.fn<(saved: unknown) => void>()
  registerDraft('book', { read: ignore, restore })()
  return restore.mock.calls[0]?.[0]
}

test('Typed values are restored once, including dates', () => {
  keep(DRAFT)
  expect(reopen()).toEqual(DRAFT)
  expect(reopen()).toBeUndefined()
  expect(storage.size).toBe(0)
})

test('An untouched form is not saved', () => {
  keep(undefined)
  expect(storage.size).toBe(0)
})

test('A form that an error page has replaced is saved too, only for its own page', () => {
  registerDraft('book', { read: () => DRAFT, restore: ignore })()
  saveDrafts()
  expect(reopen()).toEqual(DRAFT)
  registerDraft('book', { read: () => DRAFT, restore: ignore })()
  place.pathname = '/manager/books'
  saveDrafts()
  expect(storage.size).toBe(0)
})

test('Another page, another person, a sign-out and half an hour end it', () => {
  keep(DRAFT)
  place.pathname = '/manager/users/new'
  expect(reopen()).toBeUndefined()
  place.pathname = '/manager/books/new'
  setDraftOwner('', ignore)
  expect(reopen()).toBeUndefined()
  setDraftOwner('ama', ignore)
  moveClock(31 * 60_000)
  expect(reopen()).toBeUndefined()
  moveClock(0)
  setDraftOwner('kofi', ignore)
  setDraftOwner('ama', ignore)
  expect(reopen()).toBeUndefined()
  keep(DRAFT)
  forgetDrafts()
  expect(reopen()).toBeUndefined()
})

test('A form that mounts before the user is known is restored then, with the callback', () => {
  keep(DRAFT)
  setDraftOwner('', ignore)
  const restore = vi.fn<(saved: unknown) => void>()
  const leave = registerDraft('book', { read: ignore, restore })
  const said = vi.fn<() => void>()
  setDraftOwner('ama', said)
  expect(restore).toHaveBeenCalledExactlyOnceWith(DRAFT)
  expect(said).toHaveBeenCalledOnce()
  leave()
})

test.each(['', 'null', '[]', '{}', '{"owner":1}', '{"owner":"ama","at":0,"path":"/","drafts":null}', 'x'])(
  'Storage that holds %j is as good as empty',
  (text) => {
    storage.set('drafts', text)
    expect(reopen()).toBeUndefined()
  },
)

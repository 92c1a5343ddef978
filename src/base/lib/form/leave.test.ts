import { beforeEach, expect, test, vi } from 'vitest'
import { navigateAway, reloadAway } from './leave.ts'

const location = { assign: vi.fn(), reload: vi.fn() }
let page = new EventTarget()

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('location', location)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  return () => {
    page.dispatchEvent(new Event('pagehide'))
    vi.unstubAllGlobals()
    vi.clearAllMocks()
  }
})

test('A page is reloaded once, however often it is asked to', () => {
  reloadAway()
  reloadAway()
  expect(location.reload).toHaveBeenCalledOnce()
})

test('A page that is being left for another is not reloaded', () => {
  navigateAway('/login')
  reloadAway()
  expect(location.assign).toHaveBeenCalledExactlyOnceWith('/login')
  expect(location.reload).not.toHaveBeenCalled()
})

test('A page that the browser has kept, and shows again, is reloaded again', () => {
  reloadAway()
  page.dispatchEvent(new Event('pagehide'))
  reloadAway()
  expect(location.reload).toHaveBeenCalledTimes(2)
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { intervalOf } from '../import-edit.data.ts'
import type { Import } from '../import.schema.ts'
import { announcementOf } from '../page/import-counts.ts'
import { ImportRunning } from '../page/import-running.tsx'

const item = {
  filename: 'DNB',
  state: 'running',
  isLookingUp: true,
  isUndoing: false,
  processed: 5,
  rows: 10,
  updated: 3,
  lookup: { wait: null, minutesLeft: null, unknown: 0, otherBooks: 0, unanswered: 0 },
} as Import
const pageOf = (state: Import['state']) =>
  renderToStaticMarkup(<ImportRunning item={{ ...item, state }} timeZone="UTC" />)

test('A look-up that has failed does not say that it goes on, or that it has changed books', () => {
  expect(pageOf('running')).toContain('It goes on when you close this page')
  expect(pageOf('failed')).not.toContain('It goes on')
  expect(pageOf('failed')).toContain('An error stopped it. No book was changed')
  expect(announcementOf({ ...item, state: 'failed' })).toBe('Failed: 50%')
})

test('A look-up is seen every five seconds, and while a source is waited for at the end of that, or after thirty', () => {
  const waiting = (milliseconds: number) => {
    const wait = { source: 'dnb', reason: 'busy', until: new Date(Date.now() + milliseconds) } as const
    return intervalOf({ ...item, lookup: { ...item.lookup!, wait } })
  }
  expect(intervalOf(item)).toBe(5000)
  expect(waiting(3_600_000)).toBe(30_000)
  expect(waiting(-1)).toBe(5000)
  expect(waiting(10_000)).toBeGreaterThan(5000)
  expect(waiting(10_000)).toBeLessThan(10_001)
  expect(intervalOf({ ...item, state: 'paused' })).toBe(15_000)
  expect(intervalOf({ ...item, isLookingUp: false })).toBe(1000)
})

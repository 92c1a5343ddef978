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

test('A look-up is seen every five seconds, and every thirty while a source is waited for', () => {
  const wait = { source: 'dnb', reason: 'busy', until: new Date() } as const
  expect(intervalOf(item)).toBe(5000)
  expect(intervalOf({ ...item, lookup: { ...item.lookup!, wait } })).toBe(30_000)
  expect(intervalOf({ ...item, state: 'paused' })).toBe(15_000)
  expect(intervalOf({ ...item, isLookingUp: false })).toBe(1000)
})

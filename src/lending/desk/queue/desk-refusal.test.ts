import { expect, test } from 'vitest'
import type { NoticeCode } from '../desk-parts.schema.ts'
import { goOnOf, openRefusals } from './desk-refusal.ts'

const book = { id: 'b', title: 'Kusadikika', author: '', cover: null, publisher: '', genre: null }
const noticed = (code: NoticeCode, canGoOn = false) => ({
  code,
  canGoOn,
  person: null,
  count: null,
  day: null,
  note: null,
})
const refusal = (actId: string, at: number) => ({
  actId,
  at: new Date(at),
  book,
  number: '1',
  borrower: null,
  corner: null,
  notices: [],
  goOn: 'yes' as const,
  dealtWith: null,
})

test('shows a copy that was refused twice for the same borrower once', () => {
  const day = { notLent: [refusal('read', 1000)], readAt: 2000 }
  const shown = (dealtWith: string[]) =>
    openRefusals(day, [refusal('here', 3000), refusal('old', 1500)], new Set(dealtWith)).map(({ actId }) => actId)
  expect(shown([])).toEqual(['here'])
  expect(shown(['here'])).toEqual(['read'])
})

test('has no way on where one of the notices forbids it, or an admin has to come', () => {
  expect(goOnOf([noticed('limit', true), noticed('withdrawn')])).toBe('no')
  expect(goOnOf([noticed('limit'), noticed('overdue', true)])).toBe('admin')
  expect(goOnOf([noticed('held', true)])).toBe('yes')
})

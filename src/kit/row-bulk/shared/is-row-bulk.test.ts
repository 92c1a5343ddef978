import { expect, test } from 'vitest'
import { ACTIONS } from '#kit/activity/activity.schema.ts'
import { isRowBulk } from './is-row-bulk.ts'

test('Acts of a school’s year and of stock-taking are no bulk changes: below their entries stands their own undo alone', () => {
  expect(ACTIONS.filter((action) => isRowBulk('borrower', action))).toEqual([
    'borrower.bulk-set',
    'borrower.bulk-delete',
    'borrower.undo-bulk',
  ])
  expect(ACTIONS.filter((action) => isRowBulk('copy', action))).toEqual([
    'copy.bulk-set',
    'copy.bulk-delete',
    'copy.bulk-add',
    'copy.undo-bulk',
  ])
})

import type { QueryClient } from '@tanstack/react-query'
import type { RowBulkCalls } from './row-bulk-calls.ts'
import type { RowBulk, RowBulkRow } from './row-bulk.schema.ts'

/** Why a row was left alone. */
export type RowBulkReason = NonNullable<RowBulkRow['reason']>

/** What the pages of a noun need for its bulk changes: how to reach them, and what they say. */
export interface RowBulkPage {
  /** As in the actions of the activity. */
  noun: string
  calls: RowBulkCalls
  /** A number of rows, in words. */
  counted: (count: number) => string
  doing: Record<RowBulk['kind'], (words: { done: string; total: string }) => string>
  /** What an ended change has done. */
  done: (bulk: RowBulk) => string
  /** How many rows were deleted. */
  deleted: (words: { count: string }) => string
  /** How many rows are gone that the undo was to take back. */
  gone: (bulk: RowBulk, words: { books: string }) => string
  /** Why a row was left alone. */
  reasons: Record<RowBulkReason, () => string>
  /** A row whose name is forgotten. */
  former: () => string
  /** Says that a change was not made. */
  failure: () => string
  /** Loads the lists and pages again on which the rows are seen. */
  refresh: (queryClient: QueryClient) => Promise<unknown>
}

import type { Transaction } from './actor.server.ts'
import { bookChange } from './tables/book-change.ts'

/**
 * Invalidates what is cached until books change, for a change that is cached with them although no row of `book` has
 * changed: the trash, and an entry of the activity about many books.
 */
export const noteBookChange = async (tx: Transaction): Promise<void> => void (await tx.insert(bookChange).values({}))

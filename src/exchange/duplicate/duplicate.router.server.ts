import { procedure } from '#base/rpc/procedure.server.ts'
import { dismissPairs, restorePairs } from './dismiss-pairs.server.ts'
import { startRun } from './duplicate-finder.server.ts'
import {
  bookMergesSchema,
  booksSchema,
  dismissalSchema,
  duplicateListInputSchema,
  duplicateListSchema,
  duplicateOfInputSchema,
  duplicateStateSchema,
  mergeAnswerSchema,
  mergeIdSchema,
  mergeInputSchema,
  splitAnswerSchema,
} from './duplicate.schema.ts'
import { duplicatesOf, listGroups, mergesOf, viewState } from './list-duplicates.server.ts'
import { mergeBooks } from './merge-books.server.ts'
import { splitBooks } from './split-books.server.ts'

/** A page of groups of books that may be the same. */
const list = procedure('catalogue:merge', { takenBack: 'nothing' })
  .input(duplicateListInputSchema)
  .output(duplicateListSchema)
  .handler(({ input }) => listGroups(input))

/** The number of groups, and where the comparison of all books stands. */
const state = procedure('catalogue:merge', { takenBack: 'nothing' })
  .output(duplicateStateSchema)
  .handler(() => viewState())

/** The books that may be the same as one. */
const ofBook = procedure('catalogue:merge', { takenBack: 'nothing' })
  .input(duplicateOfInputSchema)
  .output(booksSchema)
  .handler(({ input }) => duplicatesOf(input.id))

/** The merges of which a book is the result. */
const mergesOfBook = procedure('catalogue:merge', { takenBack: 'nothing' })
  .input(duplicateOfInputSchema)
  .output(bookMergesSchema)
  .handler(({ input }) => mergesOf(input.id))

/** Compares all books anew, in the background. */
const compareAll = procedure('catalogue:merge', { takenBack: 'nothing' }).handler(() => startRun())

/** Remembers that a book is not the same as others. */
const dismiss = procedure('catalogue:merge', { takenBack: 'again' })
  .input(dismissalSchema)
  .handler(({ input, context }) => dismissPairs(input, context.session.user.id))

/** Takes back that a book is not the same as others. */
const restore = procedure('catalogue:merge', { takenBack: 'again' })
  .input(dismissalSchema)
  .handler(({ input }) => restorePairs(input))

/** Merges books into one of them: CONFLICT, NOT_FOUND, BOOK_TAKEN. */
const merge = procedure('catalogue:merge', { takenBack: 'undo' })
  .input(mergeInputSchema)
  .output(mergeAnswerSchema)
  .handler(({ input, context }) => mergeBooks(input, context.session.actor))

/** Takes a merge apart: SPLIT_TAKEN, MERGED_AGAIN, NOT_FOUND. */
const split = procedure('catalogue:merge', { takenBack: 'again' })
  .input(mergeIdSchema)
  .output(splitAnswerSchema)
  .handler(({ input, context }) => splitBooks(input.mergeId, context.session.actor))

export const duplicateRouter = { list, state, ofBook, mergesOfBook, compareAll, dismiss, restore, merge, split }

import { eachOf, type ServerSlice } from '#kit/slice.server.ts'
import { undoBorrowerMerge } from './undo-borrower-merge.server.ts'

/** What merges of borrowers contribute on the server. */
export const borrowerMergeSlice: ServerSlice = {
  undos: {
    'borrower.merge': {
      permission: 'borrower:delete',
      needs: 'either',
      run: eachOf((tx, entry) => undoBorrowerMerge(tx, entry)),
    },
  },
}

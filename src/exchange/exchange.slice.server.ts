import { isOlder } from '#base/db/clock/counted-from.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { lookupAnswer } from '#base/db/tables/lookup.ts'
import { eachOf, type ServerSlice } from '#kit/slice.server.ts'
import { bulkJob } from './bulk/bulk-runner.server.ts'
import { discardBulkChanges } from './bulk/bulk.server.ts'
import { bulkStates } from './bulk/shared/bulk-states.server.ts'
import { findDuplicatesJob } from './duplicate/duplicate-finder.server.ts'
import { undoMerge } from './duplicate/shared/undo-merge.server.ts'
import { exchangeErrors } from './exchange.errors.server.ts'
import { discardDrafts } from './import/import-drafts.server.ts'
import { collectJob } from './import/lookup/collect.server.ts'
import { importJob } from './import/run/import-runner.server.ts'
import { ANSWER_LIFETIME } from './book-source/shared/ask-source.server.ts'

/** What imports, bulk changes, duplicates and look-ups contribute on the server. */
export const exchangeSlice: ServerSlice = {
  errors: exchangeErrors,
  undos: { 'book.merge': { permission: 'catalogue:merge', needs: 'either', run: eachOf(undoMerge) } },
  bulkStates,
  jobs: [importJob, collectJob, bulkJob, findDuplicatesJob],
  cleanUps: [
    ({ before }) => db.delete(lookupAnswer).where(isOlder(lookupAnswer.at, before(ANSWER_LIFETIME))),
    discardDrafts,
    discardBulkChanges,
  ],
}

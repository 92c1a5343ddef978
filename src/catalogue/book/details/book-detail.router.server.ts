import * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { readerDetails, setReaderDetails } from '../shared/reader-details.server.ts'
import { readerDetailInputSchema } from './book-detail.schema.ts'

/** The names of details that readers see, folded. */
const listForReaders = procedure('book:update', { takenBack: 'nothing' })
  .output(z.array(z.string()))
  .handler(async () => [...(await readerDetails())])

/** Shows the details of a name to readers, on every book that has one, or hides them. */
const setForReaders = procedure('book:update', { takenBack: 'again' })
  .input(readerDetailInputSchema)
  .handler(({ input: { name, isForReaders } }) =>
    setReaderDetails(db, isForReaders ? { shown: [name] } : { hidden: [name] }),
  )

export const bookDetailRouter = { listForReaders, setForReaders }

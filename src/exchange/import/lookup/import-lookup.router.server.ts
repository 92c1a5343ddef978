import * as z from 'zod/mini'
import { procedure } from '#base/rpc/procedure.server.ts'
import { lookupCountSchema, lookupFieldsSchema } from './import-lookup.schema.ts'
import { countLookup, startLookup } from './import-lookup.server.ts'

/** How many books have an ISBN and lack one of these fields; who would be asked about them. */
const count = procedure('catalogue:import', { takenBack: 'nothing' })
  .input(lookupFieldsSchema)
  .output(lookupCountSchema)
  .handler(({ input }) => countLookup(input.fields))

/** Begins an import that looks up these books. IMPORT_STATE when there is nothing to look up. */
const start = procedure('catalogue:import', { takenBack: 'undo' })
  .input(lookupFieldsSchema)
  .output(z.object({ id: z.uuid() }))
  .handler(async ({ input, context: { session } }) => ({ id: await startLookup(input.fields, session.actor) }))

export const importLookupRouter = { count, start }

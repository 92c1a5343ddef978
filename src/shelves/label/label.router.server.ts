import { procedure } from '#base/rpc/procedure.server.ts'
import { copyLabels, libraryCards } from './label-rows.server.ts'
import { cardsInputSchema, cardsSchema, copyLabelsInputSchema, copyLabelsSchema } from './label.schema.ts'

/** What the labels of copies say. That they were printed is noted by a bulk change of the copies, which is taken back as one. */
const ofCopies = procedure('copy:read')
  .input(copyLabelsInputSchema)
  .output(copyLabelsSchema)
  .handler(({ input }) => copyLabels(input))

/** What library cards say. */
const cards = procedure('borrower:read')
  .input(cardsInputSchema)
  .output(cardsSchema)
  .handler(({ input }) => libraryCards(input))

/** The procedures of labels and library cards. */
export const labelRouter = { ofCopies, cards }

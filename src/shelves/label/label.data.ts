import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { labelRouter } from './label.router.server.ts'
import type { cardsInputSchema, copyLabelsInputSchema } from './label.schema.ts'

type CopyLabelsInput = z.input<typeof copyLabelsInputSchema>
type CardsInput = z.input<typeof cardsInputSchema>

const getCopyLabels = createServerFn({ method: 'GET' })
  .validator((input: CopyLabelsInput) => input)
  .handler(({ data }) => callProcedure(labelRouter.ofCopies, data))

/** As `getCopyLabels`, for a selection that has no room in an address. */
const getChosenCopyLabels = createServerFn({ method: 'POST' })
  .validator((input: CopyLabelsInput) => input)
  .handler(({ data }) => callProcedure(labelRouter.ofCopies, data))

const getCards = createServerFn({ method: 'GET' })
  .validator((input: CardsInput) => input)
  .handler(({ data }) => callProcedure(labelRouter.cards, data))

/** As `getCards`, for a selection that has no room in an address. */
const getChosenCards = createServerFn({ method: 'POST' })
  .validator((input: CardsInput) => input)
  .handler(({ data }) => callProcedure(labelRouter.cards, data))

/**
 * Labels and library cards stay as they are while they are printed, and as long as the page shows them: what is noted as printed
 * can be printed again. Neither changes of copies and borrowers nor the way back from the printer's dialog fetch them anew.
 */
const STAYS = {
  staleTime: 0,
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** The labels of copies. */
export const copyLabelsQuery = (input: CopyLabelsInput) =>
  queryOptions({
    queryKey: ['label', 'copies', input],
    queryFn: () => ('chosen' in input ? getChosenCopyLabels({ data: input }) : getCopyLabels({ data: input })),
    ...STAYS,
  })

/** The library cards of borrowers. */
export const cardsQuery = (input: CardsInput) =>
  queryOptions({
    queryKey: ['label', 'cards', input],
    queryFn: () => ('chosen' in input ? getChosenCards({ data: input }) : getCards({ data: input })),
    ...STAYS,
  })

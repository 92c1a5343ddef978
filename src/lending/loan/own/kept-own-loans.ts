import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { keepAnswer, recallAnswer } from '#catalogue/offline/shared/kept-answer.ts'
import { isoDay } from '#base/lib/day-start.ts'
import { browserTimeZone } from '#base/lib/time-zone.ts'
import { ownLoansSchema } from './own-loan.schema.ts'

const NAME = 'own-loans'

/** Keeps the own loans that a page has, with the time at which the server has said them. Never throws. */
export async function keepOwnLoans(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const { data, dataUpdatedAt } = queryClient.getQueryState(queryKey) ?? {}
  if (data === undefined || !dataUpdatedAt) return
  await keepAnswer(NAME, { answer: data, at: dataUpdatedAt })
}

/** Gives a page without an answer the own loans that this device keeps, as old as they are; none of an older form. Never throws. */
export async function recallOwnLoans(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const kept = await recallAnswer(NAME)
  const own = ownLoansSchema.safeParse(kept?.answer).data
  if (!kept || own === undefined || (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0) >= kept.at) return
  const today = isoDay(Date.now(), browserTimeZone())
  const loans = own?.loans.map((loan) => ({ ...loan, isLate: loan.isLate || loan.dueOn < today }))
  queryClient.setQueryData(queryKey, own && { ...own, loans }, { updatedAt: kept.at })
}

import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import type { BorrowersChosen } from '#lending/borrower/borrower.schema.ts'
import { classAccountRouter } from './class-account.router.server.ts'
import type {
  accountsStartSchema,
  AccountsInput,
  classCardsInputSchema,
  inviteInputSchema,
} from './class-account.schema.ts'

// POST, since many ids do not fit into an address.
const planClassAccounts = createServerFn({ method: 'POST' })
  .validator((input: AccountsInput) => input)
  .handler(({ data }) => callProcedure(classAccountRouter.plan, data))

/** Gives borrowers accounts. CLASS_ACCOUNTS_CHANGED. */
export const makeClassAccounts = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof accountsStartSchema>) => input)
  .handler(({ data }) => callProcedure(classAccountRouter.start, data))

const findLastAccounts = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(classAccountRouter.last, undefined),
)

/** Takes such an act back. BULK_STATE. */
export const undoClassAccounts = createServerFn({ method: 'POST' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(classAccountRouter.undo, data))

/** Makes sign-in cards, which are shown once. CARDS_OFF, SESSION_EXPIRED, IMPERSONATING. */
export const makeClassCards = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof classCardsInputSchema>) => input)
  .handler(({ data }) => callProcedure(classAccountRouter.cards, data))

/** Mails the invitations that were not mailed yet. */
export const inviteClass = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof inviteInputSchema>) => input)
  .handler(({ data }) => callProcedure(classAccountRouter.invite, data))

// Their keys begin as those of borrowers, so that whatever changes a borrower refreshes them.

/** What would become of each of these borrowers. */
export const accountsPlanQuery = (borrowers: BorrowersChosen) =>
  queryOptions({
    queryKey: ['borrower', 'accounts', 'plan', borrowers],
    queryFn: () => planClassAccounts({ data: { borrowers } }),
    staleTime: 0,
  })

/** The last such act that was not taken back. */
export const lastAccountsQuery = queryOptions({
  queryKey: ['borrower', 'accounts', 'last'],
  queryFn: () => findLastAccounts(),
  staleTime: 0,
})

const CHOSEN = ['chosen for accounts']

/** Keeps which borrowers of the list the page of accounts is about, until a class is chosen there. */
export function useChooseForAccounts() {
  const queryClient = useQueryClient()
  return (borrowers: BorrowersChosen | null) => queryClient.setQueryData(CHOSEN, borrowers)
}

/** The borrowers who were selected in the list; null for none. */
export const useChosenForAccounts = (): BorrowersChosen | null =>
  useQuery<BorrowersChosen | null>({ queryKey: CHOSEN, queryFn: skipToken, gcTime: Infinity }).data ?? null

import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

const cardKey = (id: string) => ['user', 'wants a card', id]
const NEXT = ['user', 'next without an address']

/** Whether this user was just added without an address, so that the page offers a sign-in card at once. */
export const useWantsCard = (id: string): boolean =>
  useQuery<boolean>({ queryKey: cardKey(id), queryFn: skipToken }).data ?? false

/** Notes that a user was just added without an address (the next one may be too), or that the card was offered. */
export function useNoteFreshUser() {
  const queryClient = useQueryClient()
  return {
    added: (id: string, hasAddress: boolean) => {
      queryClient.setQueryData(cardKey(id), !hasAddress)
      queryClient.setQueryData(NEXT, !hasAddress)
    },
    offered: (id: string) => queryClient.setQueryData(cardKey(id), false),
  }
}

/** Whether the last user was added without an address: a class is entered one after the other. */
export const useIsNextWithoutAddress = (): boolean => useQueryClient().getQueryData<boolean>(NEXT) ?? false

import { useLocation, useRouter } from '@tanstack/react-router'

/** Leads to the list as it was left, where that is one step back; else to its top. Done when it is there. */
export function useToUsers(): () => Promise<void> {
  const router = useRouter()
  const isFromList = useLocation({ select: ({ state }) => state.isFromList === true })
  return async () => {
    if (!isFromList) return router.navigate({ to: '/manager/users' })
    const { promise, resolve } = Promise.withResolvers<void>()
    const leave = router.subscribe('onRendered', () => {
      leave()
      resolve()
    })
    router.history.back()
    return promise
  }
}

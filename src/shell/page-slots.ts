import type { AnyRouter, StaticDataRouteOption } from '@tanstack/react-router'

interface Match {
  staticData: StaticDataRouteOption
}

/** Loads the code that floors above have for the places of pages. */
export const preloadSlots = (matches: readonly Match[]): Promise<unknown> =>
  Promise.all(matches.flatMap(({ staticData: { slots = [] } }) => slots.map(({ preload }) => preload())))

/** Longest time, in milliseconds, that a page waits for the code of its parts before its script takes it over. */
const PATIENCE = 2000

/**
 * Lets the script take a page over with its parts: a press on one whose code comes later would be lost. A code that does not
 * come in time holds up only its own part.
 */
export function hydrateWithSlots(router: AnyRouter): void {
  const { hydrate } = router.options
  router.options.hydrate = async (carried: unknown) => {
    await Promise.all([
      hydrate?.(carried),
      Promise.race([
        preloadSlots(router.matchRoutes(router.latestLocation)).catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, PATIENCE)),
      ]),
    ])
  }
}

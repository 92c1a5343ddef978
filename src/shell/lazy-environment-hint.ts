import { lazyRouteComponent } from '@tanstack/react-router'

/** A chunk of its own, because only trial installations have it. */
export const LazyEnvironmentHint = lazyRouteComponent(() => import('./environment-hint.tsx'), 'EnvironmentHint')

/** Loads the hint before a page with it is rendered, so that the hint is part of the first paint. */
export const loadEnvironmentHint = async (hint: { isMarked: boolean }): Promise<void> => {
  if (hint.isMarked) await LazyEnvironmentHint.preload?.()
}

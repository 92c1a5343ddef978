import { lazy, Suspense, type ComponentType } from 'react'
import { useInBrowser } from './use-in-browser.ts'

/**
 * A component whose code the browser loads when it is first shown, such as a dialog. It is empty on the server, which renders
 * a page in one go: a part that is not loaded yet would be given up, and the browser would report React's error 419.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }))
  return function LazyPart(props: Props) {
    return (
      useInBrowser(() => true, false) && (
        <Suspense>
          <Part {...props} />
        </Suspense>
      )
    )
  }
}

/**
 * React's `lazy` for what the server renders too, and therefore must have loaded before its first page:
 * `import.meta.env.SSR ? await load() : lazyInBrowser(load)`.
 */
export const lazyInBrowser = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))

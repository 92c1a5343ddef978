import { lazyRouteComponent } from '@tanstack/react-router'

/** Not part of the code of every page: the reader area loads it before it is needed. */
export const LazyBookPendingPage = lazyRouteComponent(() => import('./book-pending-page.tsx'), 'BookPendingPage')

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { PageForms } from '#base/ui/form/page-forms.tsx'
import { ToastHost } from '#base/ui/toast/toast.tsx'

/** Shows a part of a page as pages do: with a router, a query client, toasts, and the question before input is lost. Returns the current address. */
export async function renderPage(content: ReactNode): Promise<() => string> {
  const root = createRootRoute({
    notFoundComponent: () => null,
    component: () => (
      <>
        <PageForms>
          <main>{content}</main>
        </PageForms>
        <ToastHost regionLabel="Messages" closeLabel="Close" direction="ltr" />
      </>
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return () => router.state.location.href
}

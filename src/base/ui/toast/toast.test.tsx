import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { toast, ToastHost } from './toast.tsx'

/** The first of some pages, with toasts below its heading. */
async function renderHost(pages: Record<string, ReactNode> = { '/form': null }, after?: ReactNode) {
  const root = createRootRoute({
    component: () => (
      <>
        <main>
          <Outlet />
        </main>
        <ToastHost regionLabel="Messages" closeLabel="Close" direction="ltr" />
        {after}
      </>
    ),
  })
  const routes = Object.entries(pages).map(([path, content]) =>
    createRoute({ getParentRoute: () => root, path, component: () => content }),
  )
  const history = createMemoryHistory({ initialEntries: ['/form'] })
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  await render(<RouterProvider router={router} />)
  return { navigate: (path: string) => history.push(path) }
}

test('The buttons of a toast are pressed 44 px high, and do not overlap', async () => {
  await renderHost()
  await toast({
    type: 'success',
    title: 'Deleted',
    duration: Infinity,
    action: { label: 'Undo', onClick: () => undefined },
  })
  for (const name of ['Undo', 'Close']) {
    const button = await page.getByRole('button', { name }).findElement()
    const item = button.closest('li')
    // It slides in a frame after it was added, and nothing moves before that.
    await expect.poll(() => item?.dataset.mounted).toBe('true')
    await expect.poll(() => item?.getAnimations({ subtree: true }).length).toBe(0)
    await expect.poll(() => item?.getBoundingClientRect().top).toBeGreaterThan(0)
    const { left, top, width, height } = button.getBoundingClientRect()
    const middle = top + height / 2
    for (const y of [middle - 21, middle, middle + 21])
      expect(document.elementFromPoint(left + width / 2, y), `${name} at ${y - middle}`).toBe(button)
    expect(document.elementFromPoint(left + 1, middle)).toBe(button)
    expect(document.elementFromPoint(left + width - 1, middle)).toBe(button)
  }
})

test('Tab goes past the toasts', async () => {
  await renderHost({ '/form': <button type="button">Before</button> }, <button type="button">After</button>)
  await toast({ type: 'success', title: 'Past', duration: Infinity })
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Past' })).toBeVisible()
  page.getByRole('button', { name: 'Before' }).element().focus()
  const after = await page.getByRole('button', { name: 'After' }).findElement()
  for (let press = 0; press < 10 && document.activeElement !== after; press++) await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(after)
})

test('A toast behind another is visible when the keyboard reaches it', async () => {
  await renderHost()
  for (const title of ['Moved', 'Restored']) await toast({ type: 'success', title, duration: Infinity })
  const item = page.getByRole('listitem').filter({ hasText: 'Moved' })
  const close = await item.getByRole('button', { name: 'Close' }).findElement()
  const opacity = () => getComputedStyle(close).opacity
  await expect.poll(opacity).toBe('0')
  for (let press = 0; press < 10 && document.activeElement !== close; press++) await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(close)
  await expect.poll(opacity).toBe('1')
})

test('A toast covers nothing where the line of the title has room in its middle', async () => {
  await renderHost({
    '/form': (
      <main>
        <div style={{ display: 'flex', justifyContent: 'space-between', height: 76 }}>
          <h1>Form</h1>
          <button type="button">Save</button>
        </div>
      </main>
    ),
  })
  await toast({ type: 'success', title: 'Beside', duration: Infinity })
  const item = page.getByRole('listitem').filter({ hasText: 'Beside' })
  await expect.element(item).toBeVisible()
  await expect.poll(async () => (await item.findElement()).closest('ol')?.getBoundingClientRect().top).toBe(16)
})

test('A toast stands below the heading of the page to which one goes while it is shown', async () => {
  const router = await renderHost({
    '/form': <h1 style={{ height: 20 }}>Form</h1>,
    '/book': <h1 style={{ height: 100 }}>Book</h1>,
  })
  await toast({ type: 'success', title: 'Saved', duration: Infinity })
  const region = async () => (await page.getByRole('listitem').filter({ hasText: 'Saved' }).findElement()).closest('ol')
  await expect.poll(async () => (await region())?.getBoundingClientRect().top).toBeLessThan(60)
  router.navigate('/book')
  await expect.poll(async () => (await region())?.getBoundingClientRect().top).toBeGreaterThan(100)
})

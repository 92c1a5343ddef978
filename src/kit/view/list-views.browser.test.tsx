import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localError } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { ListViews } from './shared/list-views.tsx'
import { createView } from './view.data.ts'
import type { View } from './view.schema.ts'

const list = vi.hoisted(() => vi.fn())
vi.mock('./view.data.ts', async () => {
  const { useQueryClient } = await import('@tanstack/react-query')
  const query = { queryKey: ['view'], queryFn: list }
  return {
    viewsQuery: () => query,
    createView: vi.fn(),
    updateView: vi.fn(),
    removeView: vi.fn(),
    useRefreshViews: () => {
      const queryClient = useQueryClient()
      return () => queryClient.invalidateQueries(query)
    },
  }
})

test('What was typed of a view survives a cut connection, and is saved when it is back', async () => {
  const views: View[] = []
  list.mockImplementation(() => Promise.resolve([...views]))
  vi.mocked(createView)
    .mockImplementation((({ data }: { data: Pick<View, 'name' | 'isShared' | 'search'> }) => {
      const saved = { ...data, id: '0199a000-0000-7000-8000-000000000001', version: 1, isMine: true } as View
      views.push(saved)
      return Promise.resolve(saved)
    }) as never)
    .mockRejectedValueOnce(localError('NETWORK'))
  await renderPage(
    <ListViews
      list="books"
      to="/manager/books"
      params={{ searchTerm: 'Maru', sort: 'added' }}
      filters={[]}
      orders={[]}
    />,
  )
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: m.view_name() })
  const opener = page.getByRole('main').getByRole('button', { name: m.views_title() })
  const press = (label: string) => userEvent.click(dialog.getByRole('button', { name: label }))
  await userEvent.click(opener)
  await press(m.views_new())
  await userEvent.fill(name, 'Blanche')
  await press(m.noun_save())
  await expect.element(page.getByText(m.view_save_failed())).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: m.unsaved_stay() }))
  await expect.element(name).toHaveValue('Blanche')
  await press(m.noun_save())
  await expect.element(page.getByText(m.view_saved())).toBeVisible()
  await expect
    .element(page.getByRole('main').getByRole('button', { name: `${m.views_active()} Blanche` }))
    .toHaveFocus()
  const data = { list: 'books', search: { searchTerm: 'Maru', sort: 'added' }, name: 'Blanche', isShared: false }
  expect(vi.mocked(createView).mock.calls).toEqual([[{ data }], [{ data }]])
})

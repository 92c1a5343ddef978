import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { renderPage } from '#test/render-page.tsx'
import { useForm } from './use-form.ts'

interface PageProps {
  save: (input: { title: string }) => Promise<{ id: string }>
  leave: (saved: { id: string }) => Promise<unknown>
}

function Page({ save, leave }: PageProps) {
  const form = useForm({ schema: z.object({ title: z.string() }), values: () => ({ title: 'A' }), save })
  return (
    <button type="button" aria-busy={form.isBusy} onClick={() => void form.submit(leave)}>
      Save
    </button>
  )
}

test('pressed again while the page of what was saved is on its way, a form saves nothing twice', async () => {
  const arrival = Promise.withResolvers<void>()
  const save = vi.fn(async () => ({ id: '1' }))
  const leave = vi.fn(() => arrival.promise)
  await renderPage(<Page save={save} leave={leave} />)
  const button = page.getByRole('button', { name: 'Save' })
  await userEvent.click(button)
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith({ id: '1' }))
  await userEvent.click(button)
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  arrival.resolve()
  await expect.element(button).toHaveAttribute('aria-busy', 'false')
  expect(save).toHaveBeenCalledOnce()
})

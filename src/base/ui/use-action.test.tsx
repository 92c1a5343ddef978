import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localError } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { noteAnswer } from '#base/lib/connection/connection.ts'
import { ANSWER_PATIENCE } from '#base/lib/connection/without-answer.ts'
import { renderPage } from '#test/render-page.tsx'
import { useAction } from './use-action.ts'

/** Whether the server says that it is there; it does not answer otherwise. */
let isThere = false
const fetchPage = window.fetch

beforeEach(() => {
  isThere = false
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    if (input !== '/api/health/ready') return fetchPage(input, init)
    if (isThere) return Promise.resolve(new Response('{}'))
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new TypeError('aborted'))))
  })
})
afterEach(noteAnswer)

interface PageProps {
  act: () => Promise<unknown>
  look?: () => string
}

const seen = () => 'seen'

function Page({ act, look = seen }: PageProps) {
  const { data } = useQuery({ queryKey: ['shown'], queryFn: look })
  const { run, isBusy } = useAction(act, { failure: 'Not renewed', success: 'Renewed' })
  return (
    <>
      <p>{data}</p>
      <button type="button" aria-busy={isBusy} onClick={() => void run()}>
        Renew
      </button>
    </>
  )
}

const button = page.getByRole('button', { name: 'Renew' })
const press = () => userEvent.click(button)
const told = page.getByText(m.act_late_text())
const LATE = { timeout: ANSWER_PATIENCE + 3000 }

test('an act on a line that hangs is told after one patience, and looked at again with the connection', async () => {
  let state = 'due on Monday'
  await renderPage(<Page act={() => new Promise(() => undefined)} look={() => state} />)
  const start = performance.now()
  await press()
  await expect.element(told, LATE).toBeVisible()
  expect(performance.now() - start).toBeGreaterThan(ANSWER_PATIENCE - 100)
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  state = 'due on Friday'
  isThere = true
  await expect.element(page.getByText(state)).toBeVisible()
  // The answer was lost with the line.
  await expect.element(button, LATE).toHaveAttribute('aria-busy', 'false')
  await expect.element(page.getByText('Not renewed')).not.toBeInTheDocument()
})

test('an answer that comes after all is said as ever; a failure of the line is no news any more', async () => {
  const line = Promise.withResolvers<void>()
  await renderPage(<Page act={() => line.promise} />)
  await press()
  await expect.element(told, LATE).toBeVisible()
  line.resolve()
  await expect.element(page.getByText('Renewed', { exact: true })).toBeVisible()
  // Long before its ten seconds have passed: it is true no more.
  await expect.element(told, { timeout: 3000 }).not.toBeInTheDocument()
  await expect.element(button).toHaveAttribute('aria-busy', 'false')
})

test('a late act that the browser gives up is looked at again', async () => {
  const line = Promise.withResolvers<void>()
  const look = vi.fn(() => 'seen')
  await renderPage(<Page act={() => line.promise} look={look} />)
  await press()
  await expect.element(told, LATE).toBeVisible()
  line.reject(localError('NETWORK'))
  isThere = true
  await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(2), LATE)
  await expect.element(button).toHaveAttribute('aria-busy', 'false')
  await expect.element(page.getByText('Not renewed')).not.toBeInTheDocument()
})

test('a server that is only slow, or a person who is asked meanwhile, is waited for', async () => {
  isThere = true
  const slow = Promise.withResolvers<void>()
  await renderPage(<Page act={() => slow.promise} />)
  await press()
  await new Promise((resolve) => setTimeout(resolve, ANSWER_PATIENCE + 1000))
  await expect.element(told).not.toBeInTheDocument()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  slow.reject(localError('FORBIDDEN'))
  await expect.element(page.getByText('Not renewed')).toBeVisible()
})

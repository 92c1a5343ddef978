import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { DayFilter } from './day-filter.tsx'

test('Between the other filters of a narrow phone its words stay inside the button, on one line', async () => {
  await renderPage(
    <div className="flex w-16">
      <DayFilter from={undefined} to={undefined} onChange={() => undefined} />
    </div>,
  )
  const button = page.getByRole('button', { name: m.activity_days_all() }).element()
  expect(button.scrollHeight).toBeLessThanOrEqual(button.clientHeight)
})

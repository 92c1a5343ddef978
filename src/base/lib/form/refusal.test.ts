import { afterEach, expect, test } from 'vitest'
import { AppError } from '#base/errors/app-error.ts'
import { announceRefusal, setRefusalListener, isRefusalHandled } from './refusal.ts'

afterEach(() => setRefusalListener(undefined))

const refusal = (code: string) => new AppError({ code, status: 403, message: code })

test('an error that a dialog handles is marked, and no other error with its code', () => {
  const heard: unknown[] = []
  setRefusalListener((error, circumstance) => heard.push([error.code, circumstance]) > 0 && error.code === 'DEMO_MODE')
  const [demo, forbidden] = [refusal('DEMO_MODE'), refusal('FORBIDDEN')]
  announceRefusal(demo, { isRead: false })
  announceRefusal(forbidden, { isRead: true })
  expect(heard).toEqual([
    ['DEMO_MODE', { isRead: false }],
    ['FORBIDDEN', { isRead: true }],
  ])
  expect([isRefusalHandled(demo), isRefusalHandled(forbidden), isRefusalHandled(refusal('DEMO_MODE'))]).toEqual([
    true,
    false,
    false,
  ])
})

test('without a listener no error is handled', () => {
  const demo = refusal('DEMO_MODE')
  announceRefusal(demo, { isRead: false })
  expect(isRefusalHandled(demo)).toBe(false)
})

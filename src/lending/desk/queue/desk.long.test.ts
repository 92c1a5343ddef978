import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#base/errors/app-error.ts'
import { aDesk, copyOf, amina, codes, noticed } from './desk.test-kit.ts'

describe('The desk', () => {
  test('does what was scanned one after the other, for who is open by then', async () => {
    const { desk, scan, scans, answered } = aDesk()
    for (const code of ['card', 'a', 'b']) scan(code)
    desk.end()
    scan('c')
    expect(desk.state().waiting).toBe(4)
    await answered()
    expect(codes(scans)).toEqual([
      ['card', false],
      ['a', true],
      ['b', true],
      ['c', false],
    ])
    expect(new Set(scans.map(({ actId }) => actId)).size).toBe(4)
    expect(desk.state()).toMatchObject({ borrower: undefined, done: [scans[2]?.actId, scans[1]?.actId] })
  })

  test('lends the copy that has waited for the card, before what was scanned since', async () => {
    const { scan, scans, answered } = aDesk()
    for (const code of ['a', 'card', 'b']) scan(code)
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['a', 'card', 'a', 'b'])
  })

  test('forgets the copy that waits, once the person is through or another code is scanned', async () => {
    const { desk, scan, scans, answered } = aDesk(({ code }) => (code === 'odd' ? { result: 'unknown' } : undefined))
    scan('a')
    desk.end()
    scan('card')
    desk.end()
    for (const code of ['b', 'odd', 'card']) scan(code)
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['a', 'card', 'b', 'odd', 'card'])
  })

  test('lists the copy that waits by its number, whatever the keys of a scanner became, until it is lent', async () => {
    const { desk, scan, answered } = aDesk(({ code }) => (code === '&à' ? { copy: copyOf('10') } : undefined))
    scan('&à')
    desk.end()
    await answered()
    expect(desk.state().notDone.map(({ code }) => code)).toEqual(['10'])
    for (const code of ['card', '&à']) scan(code)
    await answered()
    expect(desk.state().notDone).toEqual([])
  })

  test('sends an act again that a busy or failing server refuses for a moment', async () => {
    vi.useFakeTimers()
    const failures = [429, 500]
    const { desk, scan, scans } = aDesk(() => {
      const status = failures.shift()
      return status === undefined ? undefined : new AppError({ code: 'UNKNOWN_ERROR', status, message: 'Later' })
    })
    scan('card')
    await vi.advanceTimersByTimeAsync(4100)
    vi.useRealTimers()
    expect(scans).toHaveLength(3)
    expect(desk.state()).toMatchObject({ borrower: amina, waiting: 0, hasConnection: true })
  })

  test('sends an act without an answer again as the same one, and what follows after it', async () => {
    vi.useFakeTimers()
    let isThere = false
    const { desk, scan, scans } = aDesk(() => (isThere ? undefined : new TypeError('Failed to fetch')))
    scan('card')
    scan('a')
    await vi.advanceTimersByTimeAsync(4100)
    expect(desk.state()).toMatchObject({ hasConnection: false, waiting: 2, happened: undefined })
    isThere = true
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    expect(desk.state()).toMatchObject({ hasConnection: true, waiting: 0, borrower: amina })
    expect(new Set(scans.slice(0, -1).map(({ actId }) => actId)).size).toBe(1)
    expect(scans.at(-1)).toMatchObject({ code: 'a', borrowerId: amina.id })
  })

  test('lists what the server has refused as a request, and goes on with the next card', async () => {
    const { desk, scan, answered } = aDesk(({ code }) =>
      code === 'a' ? new AppError({ code: 'VALIDATION_ERROR', status: 400, message: 'No' }) : undefined,
    )
    scan('card')
    scan('a')
    await answered()
    expect(desk.state().happened).toEqual({ kind: 'failed', message: 'No', notDone: 1 })
    expect(desk.state().notDone).toMatchObject([{ code: 'a', message: 'No' }])
    scan('card')
    scan('b')
    await answered()
    expect(desk.state().happened).toMatchObject({ kind: 'scan', answer: { result: 'lent' } })
    const [listed] = desk.state().notDone
    desk.leaveNotDone(listed?.actId ?? '')
    expect(desk.state().notDone).toEqual([])
  })

  test('waits while nobody is signed in who may use it, and then goes on with the same act', async () => {
    vi.useFakeTimers()
    let isSignedIn = false
    const { desk, scan, scans } = aDesk(() =>
      isSignedIn ? undefined : new AppError({ code: 'UNAUTHORIZED', status: 401, message: 'Sign in' }),
    )
    scan('card')
    scan('a')
    await vi.advanceTimersByTimeAsync(6000)
    expect(desk.state()).toMatchObject({ stopped: { message: 'Sign in', isSignedOut: true }, waiting: 2, notDone: [] })
    isSignedIn = true
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    expect(desk.state()).toMatchObject({ stopped: undefined, waiting: 0, happened: { answer: { result: 'lent' } } })
    expect(new Set(scans.map(({ actId }) => actId)).size).toBe(2)
  })

  test('keeps every refusal, also those that others have followed and that Escape has ended', async () => {
    const { desk, scan, answered } = aDesk(({ code }) =>
      code === 'card' ? undefined : { result: 'refused', notices: [noticed('overdue', true)] },
    )
    for (const code of ['a', 'b', 'c']) {
      scan('card')
      scan(code)
      desk.end()
    }
    await answered()
    expect(desk.state()).toMatchObject({ happened: undefined, borrower: undefined })
    expect(desk.state().refused.map(({ number, goOn }) => [number, goOn])).toEqual([
      ['c', 'yes'],
      ['b', 'yes'],
      ['a', 'yes'],
    ])
  })

  test('says each thing that happens, however quickly another follows', async () => {
    const { scan, happened, answered } = aDesk(({ code }) =>
      code === 'card' ? undefined : { result: 'refused', notices: [noticed('blocked')] },
    )
    for (const code of ['card', 'a', 'b']) scan(code)
    await answered()
    expect(happened).toEqual(['borrower', 'refused', 'refused'])
  })

  test('goes on in spite of notices, for whom it was refused, once however often it is pressed', async () => {
    const baraka = { ...amina, id: '01a1fc5f-3ab8-7e22-9c2d-9e0f1a2b3c4e', name: 'Baraka' }
    const { desk, scan, scans, answered } = aDesk(({ code, accepted }) => {
      if (code === 'other card') return { result: 'borrower', borrower: baraka }
      return code === 'a' && !accepted ? { result: 'refused', notices: [noticed('limit', true)] } : undefined
    })
    scan('card')
    scan('a')
    await answered()
    scan('other card')
    const [refused] = desk.state().refused
    if (!refused) throw new Error('Nothing was refused')
    desk.goOn(refused)
    desk.goOn(refused)
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['card', 'a', 'other card', 'a'])
    expect(scans.at(-1)).toMatchObject({ accepted: ['limit'], borrowerId: amina.id })
    // Who is open stays open.
    expect(desk.state().borrower).toEqual(baraka)
  })

  test('does nothing that was scanned behind a refused request, up to the next person, and lists it', async () => {
    const { desk, scan, scans, answered } = aDesk(({ code }) =>
      code === 'other card' ? new AppError({ code: 'VALIDATION_ERROR', status: 400, message: 'No' }) : undefined,
    )
    scan('card')
    for (const code of ['other card', 'a', 'b']) scan(code)
    desk.end()
    for (const code of ['card', 'c']) scan(code)
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['card', 'other card', 'card', 'c'])
    expect(desk.state().notDone.map(({ code }) => code)).toEqual(['other card', 'a', 'b'])
  })

  test('lists a copy that waited for a card and got none, until it is lent or comes back', async () => {
    const { desk, scan, answered } = aDesk()
    for (const code of ['a', 'b', 'card']) scan(code)
    await answered()
    expect(desk.state().notDone).toEqual([{ actId: expect.any(String), code: 'a' }])
    scan('a')
    await answered()
    expect(desk.state().notDone).toEqual([])
  })

  test('may go on again with what was taken back', async () => {
    const { desk, scan, scans, answered } = aDesk(({ code, accepted }) =>
      code === 'a' && !accepted ? { result: 'refused', notices: [noticed('limit', true)] } : undefined,
    )
    scan('card')
    scan('a')
    await answered()
    const [refused] = desk.state().refused
    if (!refused) throw new Error('Nothing was refused')
    for (let time = 0; time < 2; time++) {
      desk.goOn(refused)
      await answered()
    }
    expect(scans.filter(({ accepted }) => accepted)).toHaveLength(2)
  })

  test('lists a copy that waits for its card where somebody leaves it, by whichever way', async () => {
    const { desk, scan, answered } = aDesk()
    scan('a')
    desk.end()
    scan('b')
    await answered()
    desk.setMode('return')
    scan('card')
    await answered()
    expect(desk.state().notDone.map(({ code }) => code)).toEqual(['a', 'b'])
  })

  test('lends no waiting copy once it only returns', async () => {
    const { desk, scan, scans, answered } = aDesk()
    scan('a')
    await answered()
    desk.setMode('return')
    scan('card')
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['a', 'card'])
  })

  test('takes back what was scanned last, also before it is answered', async () => {
    const { desk, scan, scans, undone, answered } = aDesk()
    for (const code of ['card', 'a', 'b']) scan(code)
    desk.undo()
    await answered()
    expect(undone.map(({ undoes }) => undoes)).toEqual([scans[2]?.actId])
  })

  test('scans what was chosen', async () => {
    const choices = [
      { code: 'a', person: null, copy: null, isOnLoan: false },
      { code: 'b', person: null, copy: null, isOnLoan: true },
    ]
    const { desk, scan, scans, answered } = aDesk(({ code }) =>
      code === 'isbn' ? { result: 'choose', choices } : undefined,
    )
    scan('isbn')
    await answered()
    desk.choose(1)
    desk.choose(7)
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['isbn', 'b'])
  })

  test('takes back the last act, then the one before, and renews', async () => {
    const { desk, scan, scans, undone, renewed, answered } = aDesk()
    for (const code of ['card', 'a', 'b']) scan(code)
    await answered()
    desk.undo()
    desk.undo()
    desk.undo()
    await answered()
    expect(undone.map(({ undoes }) => undoes)).toEqual([scans[2]?.actId, scans[1]?.actId])
    desk.renew()
    await answered()
    expect(renewed).toMatchObject([{ borrowerId: amina.id }])
    expect(desk.state().done).toEqual([renewed[0]?.actId])
  })
})

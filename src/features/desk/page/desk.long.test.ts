import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#errors/app-error.ts'
import type { DeskBorrower, NoticeCode } from '../desk-parts.schema.ts'
import type { RenewInput, ScanAnswer, ScanInput, UndoInput } from '../desk.schema.ts'
import { Desk, refusedOf } from './desk.ts'
import { codesOf, ScanKeys } from './scan-keys.ts'

const amina: DeskBorrower = {
  id: '01a1fc5f-3ab8-7e22-9c2d-9e0f1a2b3c4d',
  name: 'Amina',
  card: '20004178',
  group: '6B',
  note: '',
  blockedNote: null,
  expiresOn: null,
  booksAtATime: 5,
  loans: [],
  ready: [],
}
const noticed = (code: NoticeCode, canGoOn = false) => ({
  code,
  canGoOn,
  person: null,
  count: null,
  day: null,
  note: null,
})

/** A server that answers as it is told: 'card' opens the borrower, everything else is lent or waits. */
function aDesk(answer?: (input: ScanInput) => Partial<ScanAnswer> | Error | undefined) {
  const scans: ScanInput[] = []
  const undone: UndoInput[] = []
  const renewed: RenewInput[] = []
  const desk = new Desk(
    {
      scan: async (input) => {
        scans.push(input)
        await Promise.resolve()
        const told = answer?.(input)
        if (told instanceof Error) throw told
        const result = input.code === 'card' ? 'borrower' : input.borrowerId === undefined ? 'waiting' : 'lent'
        return {
          actId: input.actId,
          result,
          notices: [],
          ...((result === 'borrower' || input.borrowerId !== undefined) && { borrower: amina }),
          ...told,
        }
      },
      undo: async (input) => {
        undone.push(input)
        return { actId: input.actId, undoes: input.undoes }
      },
      renew: async (input) => {
        renewed.push(input)
        return {
          actId: input.actId,
          renewed: [{ loanId: amina.id, dueOn: '2026-12-09' }],
          refused: [],
          borrower: amina,
        }
      },
    },
    () => undefined,
  )
  const answered = () => vi.waitFor(() => expect(desk.state().waiting).toBe(0), { timeout: 10_000 })
  return { desk, scans, undone, renewed, answered }
}

const codes = (scans: readonly ScanInput[]) => scans.map(({ code, borrowerId }) => [code, borrowerId !== undefined])

describe('The desk', () => {
  test('does what was scanned one after the other, for who is open by then', async () => {
    const { desk, scans, answered } = aDesk()
    for (const code of ['card', 'a', 'b']) desk.scan(code)
    desk.end()
    desk.scan('c')
    expect(desk.state().waiting).toBe(5)
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
    const { desk, scans, answered } = aDesk()
    for (const code of ['a', 'card', 'b']) desk.scan(code)
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['a', 'card', 'a', 'b'])
  })

  test('forgets the copy that waits, once the person is through or another code is scanned', async () => {
    const { desk, scans, answered } = aDesk(({ code }) => (code === 'odd' ? { result: 'unknown' } : undefined))
    desk.scan('a')
    desk.end()
    desk.scan('card')
    desk.end()
    for (const code of ['b', 'odd', 'card']) desk.scan(code)
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['a', 'card', 'b', 'odd', 'card'])
  })

  test('sends an act again that a busy or failing server refuses for a moment', async () => {
    vi.useFakeTimers()
    const failures = [429, 500]
    const { desk, scans } = aDesk(() => {
      const status = failures.shift()
      return status === undefined ? undefined : new AppError({ code: 'UNKNOWN_ERROR', status, message: 'Later' })
    })
    desk.scan('card')
    await vi.advanceTimersByTimeAsync(4100)
    vi.useRealTimers()
    expect(scans).toHaveLength(3)
    expect(desk.state()).toMatchObject({ borrower: amina, waiting: 0, hasConnection: true })
  })

  test('sends an act without an answer again as the same one, and what follows after it', async () => {
    vi.useFakeTimers()
    let isThere = false
    const { desk, scans } = aDesk(() => (isThere ? undefined : new TypeError('Failed to fetch')))
    desk.scan('card')
    desk.scan('a')
    await vi.advanceTimersByTimeAsync(4100)
    expect(desk.state()).toMatchObject({ hasConnection: false, waiting: 2, happened: undefined })
    isThere = true
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    expect(desk.state()).toMatchObject({ hasConnection: true, waiting: 0, borrower: amina })
    expect(new Set(scans.slice(0, -1).map(({ actId }) => actId)).size).toBe(1)
    expect(scans.at(-1)).toMatchObject({ code: 'a', borrowerId: amina.id })
  })

  test('says why an act was refused by the server, and goes on with the next card', async () => {
    const { desk, answered } = aDesk(({ code }) =>
      code === 'a' ? new AppError({ code: 'FORBIDDEN', status: 403, message: 'No' }) : undefined,
    )
    desk.scan('card')
    desk.scan('a')
    await answered()
    expect(desk.state().happened).toEqual({ kind: 'failed', message: 'No', dropped: 0 })
    desk.scan('card')
    desk.scan('b')
    await answered()
    expect(desk.state().happened).toMatchObject({ kind: 'scan', answer: { result: 'lent' } })
  })

  test('goes on in spite of notices where it may, with all of them that were accepted', async () => {
    const { desk, scans, answered } = aDesk(({ code, accepted = [] }) => {
      if (code !== 'a' || accepted.includes('overdue')) return undefined
      return { result: 'refused', notices: [noticed(accepted.includes('limit') ? 'overdue' : 'limit', true)] }
    })
    desk.scan('card')
    desk.scan('a')
    await answered()
    desk.goOn()
    await answered()
    desk.goOn()
    await answered()
    expect(scans.map(({ accepted }) => accepted)).toEqual([undefined, undefined, ['limit'], ['limit', 'overdue']])
    expect(desk.state().happened).toMatchObject({ answer: { result: 'lent' } })
    const { happened } = desk.state()
    expect(happened && refusedOf(happened)).toBeUndefined()
  })

  test('does not go on where one of the notices forbids it', async () => {
    const notices = [noticed('limit', true), noticed('withdrawn')]
    const { desk, scans, answered } = aDesk(({ code }) => (code === 'a' ? { result: 'refused', notices } : undefined))
    desk.scan('a')
    await answered()
    desk.goOn()
    await answered()
    expect(scans).toHaveLength(1)
  })

  test('goes on once however often it is asked, and for whom it was refused', async () => {
    const baraka = { ...amina, id: '01a1fc5f-3ab8-7e22-9c2d-9e0f1a2b3c4e', name: 'Baraka' }
    const { desk, scans, answered } = aDesk(({ code, accepted }) => {
      if (code === 'other card') return { result: 'borrower', borrower: baraka }
      return code === 'a' && !accepted ? { result: 'refused', notices: [noticed('limit', true)] } : undefined
    })
    desk.scan('card')
    desk.scan('a')
    await answered()
    desk.scan('other card')
    desk.goOn()
    desk.goOn()
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['card', 'a', 'other card', 'a'])
    expect(scans.at(-1)).toMatchObject({ accepted: ['limit'], borrowerId: amina.id })
    // Who is open stays open.
    expect(desk.state().borrower).toEqual(baraka)
  })

  test('does nothing that was scanned behind a refused request, which may have been a card', async () => {
    const { desk, scans, answered } = aDesk(({ code }) =>
      code === 'other card' ? new AppError({ code: 'FORBIDDEN', status: 403, message: 'No' }) : undefined,
    )
    desk.scan('card')
    for (const code of ['other card', 'a', 'b']) desk.scan(code)
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['card', 'other card'])
    expect(desk.state()).toMatchObject({ borrower: undefined, happened: { kind: 'failed', dropped: 2 } })
  })

  test('lends no waiting copy once it only returns', async () => {
    const { desk, scans, answered } = aDesk()
    desk.scan('a')
    await answered()
    desk.setMode('return')
    desk.scan('card')
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['a', 'card'])
  })

  test('takes back what was scanned last, also before it is answered', async () => {
    const { desk, scans, undone, answered } = aDesk()
    for (const code of ['card', 'a', 'b']) desk.scan(code)
    desk.undo()
    await answered()
    expect(undone.map(({ undoes }) => undoes)).toEqual([scans[2]?.actId])
  })

  test('scans what was chosen', async () => {
    const choices = [
      { code: 'a', person: null, copy: null, isOnLoan: false },
      { code: 'b', person: null, copy: null, isOnLoan: true },
    ]
    const { desk, scans, answered } = aDesk(({ code }) => (code === 'isbn' ? { result: 'choose', choices } : undefined))
    desk.scan('isbn')
    await answered()
    desk.choose(1)
    desk.choose(7)
    await answered()
    expect(codes(scans).map(([code]) => code)).toEqual(['isbn', 'b'])
  })

  test('takes back the last act, then the one before, and renews', async () => {
    const { desk, scans, undone, renewed, answered } = aDesk()
    for (const code of ['card', 'a', 'b']) desk.scan(code)
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

/** Types keys as a scanner does, or slower. */
function type(keys: ScanKeys, all: [key: string, code: string][], gap = 5) {
  let value = ''
  let timeStamp = 1000
  const meanings = all.map(([key, code]) => {
    const meaning = keys.press({ key, code, timeStamp }, value)
    timeStamp += gap
    if (key.length === 1) value += key
    return meaning
  })
  return { value, meanings }
}
const pressed = (signs: string, digits: string): [string, string][] =>
  [...signs].map((sign, at) => [sign, `Digit${digits[at]}`])

describe('The keys of a scanner', () => {
  test.each([
    ['a French layout', '&àà"(è_ç'],
    ['a Czech layout', '+éé+š+žý'],
    ['Arabic digits', '١٠٠٣٥٧٨٩'],
  ])('are the digits that they are, on %s', (_, signs) => {
    const keys = new ScanKeys()
    const { value } = type(keys, pressed(signs, '10035789'))
    expect(keys.take(value)).toBe('10035789')
  })

  test('are letters where letters were typed, or something was mended', () => {
    const keys = new ScanKeys()
    expect(keys.take(type(keys, [...pressed('é', '2'), ['l', 'KeyL'], ['a', 'KeyA'], ['n', 'KeyN']]).value)).toBe(
      'élan',
    )
    type(keys, [...pressed('&éé"', '1223'), ['Backspace', 'Backspace']])
    expect(keys.take('&éé')).toBe('&éé')
    // Too short for a number.
    expect(keys.take(type(keys, pressed('&é', '12')).value)).toBe('&é')
  })

  test('are what the field shows where a digit was put in by hand', () => {
    const keys = new ScanKeys()
    type(keys, pressed('1003118', '1003118'))
    keys.press({ key: '0', code: 'Digit0', timeStamp: 9000 }, '1003118', false)
    expect(keys.take('10003118')).toBe('10003118')
    const other = new ScanKeys()
    type(other, pressed('&éé"', '1223'))
    other.press({ key: '(', code: 'Digit5', timeStamp: 9000 }, '&éé"', false)
    expect(other.take('&(éé"')).toBe('&(éé"')
  })

  test('may end with Tab and hold Escape, which a person does not press that fast', () => {
    const code = pressed('12345678', '12345678')
    const end: [string, string][] = [
      ['Escape', 'Escape'],
      ['Tab', 'Tab'],
    ]
    expect(type(new ScanKeys(), [...code, ...end]).meanings.slice(-2)).toEqual(['ignore', 'send'])
    expect(type(new ScanKeys(), [...code, ...end], 200).meanings.slice(-2)).toEqual([undefined, undefined])
  })

  test('of several scans in one message are several codes', () => {
    expect(codesOf('10003118\r\n20004178\n\n 10000951 ')).toEqual(['10003118', '20004178', '10000951'])
  })
})

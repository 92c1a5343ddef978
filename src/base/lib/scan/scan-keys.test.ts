import { describe, expect, test } from 'vitest'
import { ScanKeys } from './scan-keys.ts'
import { readCode } from './read-code.ts'

type Pressed = [key: string, code: string, isShift?: boolean]

/** Types keys as a scanner does, or slower. */
function type(keys: ScanKeys, all: Pressed[], { gap = 5, kept = '' } = {}) {
  let value = kept
  let timeStamp = 1000
  const meanings = all.map(([key, code, shiftKey = false]) => {
    const meaning = keys.press({ key, code, shiftKey, timeStamp }, value)
    timeStamp += gap
    if (key.length === 1) value += key
    return meaning
  })
  return { value, meanings }
}

/** The keys of a US keyboard for a label, as a layout of the computer shows them. */
function scanned(label: string, shown: string): Pressed[] {
  const codes: Record<string, [string, boolean]> = {
    '-': ['Minus', false],
    '/': ['Slash', false],
    '*': ['Digit8', true],
    ']': ['BracketRight', false],
  }
  return [...label].map((sign, at) => {
    const key = [...shown][at] ?? ''
    const other = codes[sign]
    if (other) return [key, ...other]
    return /\d/.test(sign) ? [key, `Digit${sign}`] : [key, `Key${sign.toUpperCase()}`, /[A-Z]/.test(sign)]
  })
}

const taken = (label: string, shown: string) => {
  const keys = new ScanKeys()
  return keys.take(type(keys, scanned(label, shown)).value)
}

describe('The keys of a scanner', () => {
  // What fields got from real scanners that act as a US keyboard, by the layout of the computer.
  test.each([
    ['French', 'HA112', 'HQ&&é'],
    ['French', 'A001', 'Qàà&'],
    ['Czech', 'HA112', 'HA++ě'],
    ['Arabic', 'HA112', 'اش١١٢'],
    ['German', 'DT-1', 'DTß1'],
    ['Spanish', 'DT-1', "DT'1"],
    ['French', 'DT-1', 'DT)&'],
    ['French', '10035789', '&àà"(è_ç'],
    ['Arabic', '10035789', '١٠٠٣٥٧٨٩'],
  ])('are read as they were pressed, on a %s layout: %s', (_, label, shown) => {
    const { text, keys } = taken(label, shown)
    expect([text, keys]).toEqual([shown, label])
    expect(readCode(text, keys)).toMatchObject({ isName: false, numbers: expect.arrayContaining([label]) })
  })

  test.each([
    ['French', '978-2-07-061275-8', 'çè_)é)àè)à-&éè()_'],
    ['German', '978-2-07-061275-8', '978ß2ß07ß061275ß8'],
    ['Czech', '9782070612758', 'íýáěéýéž+ěýřá'],
  ])('give an ISBN on a %s layout', (_, label, shown) => {
    const { text, keys } = taken(label, shown)
    expect(readCode(text, keys).isbns).toContain('9782070612758')
  })

  test('are not read where a person typed them, but for digits alone', () => {
    const keys = new ScanKeys()
    expect(keys.take(type(keys, scanned('qzerty', 'azerty'), { gap: 120 }).value)).toEqual({ text: 'azerty' })
    expect(keys.take(type(keys, scanned('1003', '&àà"'), { gap: 120 }).value)).toEqual({ text: '&àà"', keys: '1003' })
    // A slow scanner: signs that stand in no name.
    expect(keys.take(type(keys, scanned('LDD-05011', 'LDD)à(à&&'), { gap: 120 }).value)).toEqual({
      text: 'LDD)à(à&&',
      keys: 'LDD-05011',
    })
    expect(keys.take(type(keys, scanned('n4diqye', "n'diaye"), { gap: 120 }).value)).toEqual({ text: "n'diaye" })
    expect(keys.take(type(keys, scanned('2lqn', 'élan'), { gap: 120 }).value)).toEqual({ text: 'élan' })
    // Too short for a code.
    expect(keys.take(type(keys, scanned('12', '&é')).value)).toEqual({ text: '&é' })
    type(keys, [...scanned('1223', '&éé"'), ['Backspace', 'Backspace']])
    expect(keys.take('&éé')).toEqual({ text: '&éé' })
  })

  test('are what the field shows where a sign was put in by hand', () => {
    const keys = new ScanKeys()
    type(keys, scanned('1003118', '1003118'))
    keys.press({ key: '0', code: 'Digit0', shiftKey: false, timeStamp: 9000 }, '1003118', false)
    expect(keys.take('10003118')).toEqual({ text: '10003118' })
  })

  test('may end with Tab and hold Escape, which a person does not press that fast', () => {
    const code = scanned('12345678', '12345678')
    const end: Pressed[] = [
      ['Escape', 'Escape'],
      ['Tab', 'Tab'],
    ]
    expect(type(new ScanKeys(), [...code, ...end]).meanings.slice(-2)).toEqual(['ignore', 'send'])
    expect(type(new ScanKeys(), [...code, ...end], { gap: 200 }).meanings.slice(-2)).toEqual([undefined, undefined])
  })

  test('may end with a line feed, which is Ctrl+J, and which a person does not press that fast', () => {
    for (const [pause, meaning] of [
      [5, 'send'],
      [200, undefined],
    ] as const) {
      const keys = new ScanKeys()
      const { value } = type(keys, scanned('HA112', 'HQ&&é'))
      const feed = { key: 'j', code: 'KeyJ', shiftKey: false, ctrlKey: true, timeStamp: 1020 + pause }
      expect(keys.press(feed, value)).toBe(meaning)
      expect(keys.take(value)).toEqual({ text: 'HQ&&é', keys: 'HA112' })
      expect(keys.press({ ...feed, timeStamp: feed.timeStamp + 1 }, '')).toBeUndefined()
    }
  })

  test('behind a name that the field holds are a code of their own; what is typed on is not', () => {
    const keys = new ScanKeys()
    const behind = (label: string, gap: number) => {
      keys.start('ndiaye')
      return keys.take(type(keys, scanned(label, label), { gap, kept: 'ndiaye' }).value)
    }
    expect(behind('HA112', 5)).toEqual({ text: 'HA112' })
    // By a slow scanner on another layout.
    keys.start('ndiaye')
    const slow = type(keys, scanned('20000165', 'é&àà&-_(').slice(0, 8), { gap: 80, kept: 'ndiaye' })
    expect(keys.take(slow.value)).toEqual({ text: 'é&àà&-_(', keys: '20000165' })
    // A card that is typed by hand.
    expect(behind('20000165', 300)).toEqual({ text: '20000165' })
    keys.start('ndiaye')
    const typed: Pressed[] = [
      [' ', 'Space'],
      ['5', 'Digit5'],
      ['a', 'KeyA'],
    ]
    expect(keys.take(type(keys, typed, { gap: 150, kept: 'ndiaye' }).value)).toEqual({ text: 'ndiaye 5a' })
    // The text that is kept is selected and typed over, or replaced by a keyboard app.
    for (const gap of [5, 300]) {
      keys.start('ndiaye')
      type(keys, scanned('9780306406140', '9780306406140'), { gap, kept: 'ndiaye' })
      expect(keys.take('9780306406140')).toEqual({ text: '9780306406140' })
    }
    keys.start('978')
    type(keys, scanned('9780306406140', '9780306406140'), { kept: '978' })
    expect(keys.take('9780306406140')).toEqual({ text: '9780306406140' })
    keys.start('ndiaye')
    expect(keys.take('9780306406140')).toEqual({ text: '9780306406140' })
  })
})

describe('A code', () => {
  test.each([
    [']C010000168', '10000168'],
    ['*10000168*', '10000168'],
    ['A10000168B', '10000168'],
    ['10000168', '10000168'],
    ['ldd-05019', 'LDD-05019'],
    ['LDD)à(à&ç', 'LDD-05019'],
  ])('%j may be the number %j', (scanned, number) => {
    const [text, keys] = scanned.startsWith('LDD)') ? [scanned, 'LDD-05019'] : [scanned]
    expect(readCode(text, keys).numbers).toContain(number)
  })

  test('is tried as it is before the signs that a scanner may have added', () => {
    expect(readCode('A10000168B').numbers).toEqual(['A10000168B', '10000168'])
  })

  test.each([']E09782070612758', '978207061275854499', '9782070612758 54499', '978207061275812', '978-2-07-061275-8'])(
    '%j is an ISBN',
    (scanned) => expect(readCode(scanned).isbns).toEqual(['9782070612758']),
  )

  test.each([
    ['Ndiaye 5e A', true],
    ['fatou', true],
    ['5 e a ndiaye', true],
    ['HA112', false],
    ['10000168', false],
    ['LDD 05019', false],
    ['فاطمة', true],
  ])('%j is a name: %s', (typed, isName) => expect(readCode(typed).isName).toBe(isName))
})

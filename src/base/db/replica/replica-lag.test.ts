import { describe, expect, test } from 'vitest'
import { formatLsn, parseLsn } from './lsn.ts'
import { ReplicaLag } from './replica-lag.ts'

describe('a position in the log', () => {
  test.each(['0/0', '16/B374D848', 'FFFFFFFF/FFFFFFFF'])('%s is read and written', (text) => {
    expect(formatLsn(parseLsn(text) ?? -1n)).toBe(text)
  })
  test.each([null, undefined, '', '16', '1/G', '1/2/3', '123456789/0', ' 1/2'])('%s is none', (text) => {
    expect(parseLsn(text)).toBeUndefined()
  })
  test('a later one is greater', () => {
    expect(parseLsn('2/0')).toBeGreaterThan(parseLsn('1/FFFFFFFF') ?? 0n)
  })
})

describe('the lag of a replica', () => {
  test('is unknown until it has had what the primary had', () => {
    const lag = new ReplicaLag()
    lag.note(1000, 50n)
    expect([lag.behind(3000, 49n), lag.isKnown]).toEqual([2000, false])
    expect([lag.behind(3100, 50n), lag.isKnown]).toEqual([0, true])
  })

  test('counts from the first change that it lacks', () => {
    const lag = new ReplicaLag()
    lag.note(0, 10n)
    lag.note(250, 10n)
    lag.note(500, 20n)
    lag.note(750, 30n)
    expect(lag.behind(1000, 10n)).toBe(500)
    expect(lag.behind(1000, 25n)).toBe(250)
    expect(lag.behind(9000, 30n)).toBe(0)
  })

  test('of one that stands still grows without end, in little memory', () => {
    const lag = new ReplicaLag()
    lag.note(0, 1n)
    for (let step = 1; step <= 5000; step++) {
      lag.note(step * 250, BigInt(1 + step))
      expect(lag.behind(step * 250, 1n)).toBe((step - 1) * 250)
    }
  })

  test('is unknown again when another primary is at an earlier position', () => {
    const lag = new ReplicaLag()
    lag.note(0, 100n)
    lag.behind(0, 100n)
    lag.note(250, 40n)
    lag.behind(250, 30n)
    expect(lag.isKnown).toBe(false)
  })
})

import { expect, test } from 'vitest'
import { codesOf } from './pasted-codes.ts'

test('Several scans in one message are several codes', () => {
  expect(codesOf('10003118\r\n20004178\n\n 10000951 ')).toEqual(['10003118', '20004178', '10000951'])
})

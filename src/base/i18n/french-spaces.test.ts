import { expect, test } from 'vitest'
import { readMessages } from '../../../testing/words.ts'

/** A space at which a line may end: before a sign of two parts, or inside quotation marks. */
const BREAKING = / [:;?!»](?=$|[\s.,)"\u00A0\u202F])|« /

test('No line of French begins with a colon or a question mark, or ends with an opening quotation mark', () => {
  const broken = Object.entries(readMessages('fr')).filter(([, message]) => BREAKING.test(JSON.stringify(message)))
  expect(broken).toEqual([])
})

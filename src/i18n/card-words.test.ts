import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#lib/project-root.server.ts'

/** The word for any card, and the two that say which: what a borrower has, and what signs in. */
const WORDS = {
  en: [/\bcards?\b/i, /library cards?|sign-in cards?/i],
  fr: [/\bcartes?\b/i, /cartes? de lecteur|cartes? de connexion/i],
  ar: [/بطاق/, /بطاق(?:ة|ات) (?:ال)?(?:مكتبة|دخول)|بطاقتي المكتبة/],
  sw: [/\bkadi\b/i, /kadi (?:(?:yako|yake|yao|hii|mpya) )?(?:ya|za) (?:maktaba|kuingia)/i],
} as const

/** On the pages and in the panel of a sign-in card, whose title says which it is. */
const OF_SIGN_IN = /^card_/

test.each(Object.entries(WORDS))('A message says which card it means: %s', (language, [card, which]) => {
  const text = readFileSync(join(projectRoot, 'messages', `${language}.json`), 'utf8')
  const messages: Record<string, unknown> = JSON.parse(text)
  const vague = Object.entries(messages).filter(([key, message]) => {
    const words = JSON.stringify(message)
    return !OF_SIGN_IN.test(key) && card.test(words) && !which.test(words)
  })
  expect(vague).toEqual([])
})

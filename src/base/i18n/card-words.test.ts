import { expect, test } from 'vitest'
import { LANGUAGES, readMessages } from '../../../testing/words.ts'

/** The word for any card, and the two that say which: what a borrower has, and what signs in. */
const WORDS = {
  en: [/\bcards?\b/i, /library cards?|sign-in cards?/i],
  fr: [/(?<!\p{L})cartes?(?!\p{L})/iu, /cartes? de lecteur|cartes? de connexion/i],
  ar: [/بطاق/, /بطاق(?:ة|ات) (?:ال)?(?:مكتبة|دخول)|بطاقتي المكتبة/],
  sw: [/\bkadi\b/i, /kadi (?:(?:yako|yake|yao|hii|mpya) )?(?:ya|za) (?:maktaba|kuingia)/i],
} as const

/** On the pages and in the panels of sign-in cards, whose titles say which they are. */
const OF_SIGN_IN = /^(card|class_account_cards)_/
/** What a self-service corner says to readers, beside the picture of a library card: nobody signs in there. */
const OF_CORNER = /^corner_(card|card_first|card_returns|field_card|no_card)$/

test.each(LANGUAGES)('A message says which card it means: %s', (language) => {
  const [card, which] = WORDS[language]
  const vague = Object.entries(readMessages(language)).filter(([key, message]) => {
    const words = JSON.stringify(message)
    return !OF_SIGN_IN.test(key) && !OF_CORNER.test(key) && card.test(words) && !which.test(words)
  })
  expect(vague).toEqual([])
})

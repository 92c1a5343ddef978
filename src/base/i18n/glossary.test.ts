import { expect, test } from 'vitest'
import { readMessages, type Language, type Message } from '../../../testing/words.ts'

/** Sentences that the specification quotes, with straight quotation marks. */
const QUOTED = /^(list_results|list_results_some|error_RESOURCE_NOT_ALLOWED|error_FAILED_TO_UNLINK_LAST_ACCOUNT)$/
/** Keys that do not speak of an email: there Arabic العنوان may be a title. */
const NOT_OF_EMAIL = /^(?!.*(email|mail_|verify))/

/** Words that docs/glossary.md has replaced: the language, the word, and the keys that may still contain it. */
const REPLACED: [Language, RegExp, RegExp?][] = [
  ['en', /["']/, QUOTED],
  ['en', /\b(this|the|by|no) mail\b/i],
  ['en', /\b(somebody|nobody|whoever)\b/i],
  ['en', /welcome back/i],
  ['fr', /'|"/],
  ['fr', /accueilli|changée?\b|ce message/i],
  ['fr', /à (sa|votre) place/],
  ['fr', /annul|en arrière/i, /cancel|_clear|row_back/i],
  ['ar', /["'?;,](?!\))/, /keys_single|login_email_placeholder/],
  ['ar', /موثّق|توثيق (البريد|العنوان)/],
  ['ar', /تجريبي/],
  ['ar', /تعذر|يرجى/],
  ['ar', /عنوان/, NOT_OF_EMAIL],
  ['ar', /ينوب|النيابة/],
  ['ar', /بريدك(?! الإلكتروني)|بالبريد(?! الإلكتروني)/],
  ['ar', /Maktaba/],
  ['sw', /imeshindwa/i],
  ['sw', /\bkichwa\b/i],
  ['sw', /barua hii/],
  ['sw', /haiwezi kurudishwa/i],
  ['sw', /mwakilish|wakilisha/i],
]

test.each(REPLACED)('%s: %s is not written', (language, replaced, except) => {
  const found = Object.entries(readMessages(language))
    .filter(([key]) => !except?.test(key))
    .flatMap(([key, message]) =>
      texts(message)
        .filter((text) => replaced.test(text))
        .map((text) => `${key}: ${text}`),
    )
  expect(found).toEqual([])
})

/** Each text of a message, one a plural form. */
const texts = (message: Message): string[] =>
  typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match))

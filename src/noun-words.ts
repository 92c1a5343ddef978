import { bookWords } from '#catalogue/book/book.words.ts'
import { lendingWords } from '#lending/lending.words.ts'
import { genreWords } from '#catalogue/genre/genre.words.ts'
import { userWords } from '#people/user/user.words.ts'
import { viewWords } from '#kit/view/view.words.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { setNounWords } from '#base/lib/noun-words.ts'
import type { NounWords } from '#base/lib/noun.ts'
import type { NounName } from '#nouns.ts'

// The words of every noun. No part of their declarations, since the pages before sign-in do not need them.
setNounWords({
  book: bookWords,
  genre: genreWords,
  ...lendingWords,
  user: userWords,
  session: { one: m.resource_session },
  security: { one: m.resource_security },
  backup: { one: m.resource_backup },
  settings: { one: m.resource_settings },
  view: viewWords,
  catalogue: { one: m.resource_catalogue },
  account: { one: m.resource_account },
  apps: { one: m.resource_apps },
} satisfies Record<NounName, NounWords>)

import { bookWords } from '#features/book/book.words.ts'
import { userWords } from '#features/user/user.words.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { NounWords } from '#lib/noun.ts'
import type { NounName } from '#nouns.ts'

/** How people speak of every noun. A module of its own: the pages before sign-in come without it. */
export const NOUN_WORDS: Record<NounName, NounWords> = {
  book: bookWords,
  genre: { one: m.resource_genre },
  user: userWords,
  session: { one: m.resource_session },
  account: { one: m.resource_account },
  apps: { one: m.resource_apps },
}

import { bookWords } from '#features/book/book.words.ts'
import { borrowerWords } from '#features/borrower/borrower.words.ts'
import { copyWords } from '#features/copy/copy.words.ts'
import { genreWords } from '#features/genre/genre.words.ts'
import { userWords } from '#features/user/user.words.ts'
import { viewWords } from '#features/view/view.words.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { NounWords } from '#lib/noun.ts'
import type { NounName } from '#nouns.ts'

/** The words of every noun. A separate module, since the pages before sign-in do not need it. */
export const NOUN_WORDS: Record<NounName, NounWords> = {
  book: bookWords,
  genre: genreWords,
  copy: copyWords,
  borrower: borrowerWords,
  loan: { one: m.loan_one },
  desk: { one: m.resource_desk },
  user: userWords,
  session: { one: m.resource_session },
  security: { one: m.resource_security },
  backup: { one: m.resource_backup },
  settings: { one: m.resource_settings },
  view: viewWords,
  catalogue: { one: m.resource_catalogue },
  account: { one: m.resource_account },
  apps: { one: m.resource_apps },
}

import { backupNoun } from '#features/backup/backup.noun.ts'
import { bookNoun } from '#features/book/book.noun.ts'
import { borrowerNoun } from '#features/borrower/borrower.noun.ts'
import { copyNoun } from '#features/copy/copy.noun.ts'
import { deskNoun } from '#features/desk/desk.noun.ts'
import { genreNoun } from '#features/genre/genre.noun.ts'
import { loanNoun } from '#features/loan/loan.noun.ts'
import { securityNoun } from '#features/security/security.noun.ts'
import { sessionNoun } from '#features/session/session.noun.ts'
import { settingsNoun } from '#features/settings/settings.noun.ts'
import { userNoun } from '#features/user/user.noun.ts'
import { viewNoun } from '#features/view/view.noun.ts'
import { namesWith, type Noun } from '#lib/noun.ts'

/** All nouns, in the order in which navigation and permissions show them. Each is declared in its own folder. */
export const NOUNS = {
  book: bookNoun,
  genre: genreNoun,
  copy: copyNoun,
  borrower: borrowerNoun,
  loan: loanNoun,
  desk: deskNoun,
  user: userNoun,
  session: sessionNoun,
  view: viewNoun,
  // What concerns all books at once: import and export, merging duplicates, managing genres.
  catalogue: {
    actions: { import: 'admin', export: 'admin', merge: 'admin', genres: 'admin' },
    notForKeys: ['merge'],
    label: 'later',
    manager: { to: '/manager/import', icon: 'import', group: 'application', under: 'book' },
  },
  security: securityNoun,
  backup: backupNoun,
  settings: settingsNoun,
  account: { actions: { read: 'nobody', update: 'user' } },
  // The two areas.
  apps: { actions: { app: 'user', manager: 'admin' } },
} as const satisfies Record<string, Noun>

export type NounName = keyof typeof NOUNS

/** The nouns whose changes the activity records. */
export const RECORDED = /* @__PURE__ */ namesWith(NOUNS, 'recorded')
export type RecordedNoun = (typeof RECORDED)[number]

import { backupNoun } from '#operations/backup/backup.noun.ts'
import { bookNoun } from '#catalogue/book/book.noun.ts'
import { lendingNouns } from '#lending/lending.nouns.ts'
import { genreNoun } from '#catalogue/genre/genre.noun.ts'
import { securityNoun } from '#people/security/security.noun.ts'
import { sessionNoun } from '#people/session/session.noun.ts'
import { settingsNoun } from '#operations/settings/settings.noun.ts'
import { userNoun } from '#people/user/user.noun.ts'
import { viewNoun } from '#kit/view/view.noun.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { namesWith, type Noun } from '#base/lib/noun.ts'

/** All nouns, in the order in which navigation and permissions show them. Each is declared in its own folder. */
export const NOUNS = {
  book: bookNoun,
  genre: genreNoun,
  ...lendingNouns,
  user: userNoun,
  session: sessionNoun,
  view: viewNoun,
  // What concerns all books at once: import and export, merging duplicates, managing genres.
  catalogue: {
    actions: { import: 'admin', export: 'admin', merge: 'admin', genres: 'admin' },
    notForKeys: ['merge'],
    label: m.catalogue,
  },
  security: securityNoun,
  backup: backupNoun,
  settings: settingsNoun,
  account: { actions: { read: 'nobody', update: 'user' } },
  // The reader area and the manager area.
  apps: { actions: { app: 'user', manager: 'admin' } },
} as const satisfies Record<string, Noun>

export type NounName = keyof typeof NOUNS

/** The nouns whose changes the activity records. */
export const RECORDED = /* @__PURE__ */ namesWith(NOUNS, 'recorded')
export type RecordedNoun = (typeof RECORDED)[number]

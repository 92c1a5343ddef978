import { m } from '#i18n/paraglide/messages.js'
import type { namesWith } from '#lib/noun.ts'
import { NOUNS } from '#nouns.ts'

type Labelled = ReturnType<typeof namesWith<typeof NOUNS, 'label'>>[number]
type LaterLabelled = {
  [Name in Labelled]: (typeof NOUNS)[Name]['label'] extends 'later' ? Name : never
}[Labelled]

/** The plurals that are not in everybody's first page. */
const LATER: Record<LaterLabelled, () => string> = {
  genre: m.home_genres,
  user: m.nav_users,
  session: m.user_sessions,
  view: m.views_title,
  catalogue: m.catalogue,
  copy: m.copy_list,
  borrower: m.borrower_list,
  loan: m.loan_list,
  desk: m.desk_title,
}

const isLater = (name: Labelled): name is LaterLabelled => NOUNS[name].label === 'later'

/** The plural of a noun. */
export const listWord = (name: Labelled): string => (isLater(name) ? LATER[name]() : NOUNS[name].label())

/** What the navigation calls the lists that are not named after their noun. */
const NAVIGATION = { catalogue: m.import_title, backup: m.backups_title, settings: m.settings_title }

type Listed = ReturnType<typeof namesWith<typeof NOUNS, 'manager'>>[number]

const hasOwnWord = (name: Listed): name is Listed & keyof typeof NAVIGATION => name in NAVIGATION

/** The word of a noun in the managers' navigation. */
export const navigationWord = (name: Listed): string => (hasOwnWord(name) ? NAVIGATION[name]() : listWord(name))

import { m } from '#i18n/paraglide/messages.js'
import type { namesWith } from '#lib/noun.ts'
import { NOUNS } from '#nouns.ts'

type Labelled = ReturnType<typeof namesWith<typeof NOUNS, 'label'>>[number]
type LaterLabelled = {
  [Name in Labelled]: (typeof NOUNS)[Name]['label'] extends 'later' ? Name : never
}[Labelled]

/** The plurals that are not in everybody's first page. */
const LATER: Record<LaterLabelled, () => string> = {
  copy: m.copy_list,
  borrower: m.borrower_list,
  loan: m.loan_list,
  desk: m.desk_title,
}

const isLater = (name: Labelled): name is LaterLabelled => NOUNS[name].label === 'later'

/** The plural of a noun. */
export const listWord = (name: Labelled): string => (isLater(name) ? LATER[name]() : NOUNS[name].label())

import { m } from '#base/i18n/paraglide/messages.js'
import { NOUNS } from '#nouns.ts'
import { MissingPage } from '#base/ui/state/missing-page.tsx'
import type { PagedNoun } from './row-query.ts'

interface RowMissingPageProps {
  kind: PagedNoun
  title: string
  showAll: string
}

/** Stands for a row that does not exist, or no more. */
export const RowMissingPage = ({ kind, ...words }: RowMissingPageProps) => (
  <MissingPage {...words} to={NOUNS[kind].manager.to} text={m.noun_missing_text()} />
)

import { fold } from '#base/lib/search/fold.ts'
import { subfieldsOf, type MarcField } from './marc-record.ts'

/**
 * What people have done for a book, by codes of MARC 21 and UNIMARC and by words that catalogues write: the first line are those who
 * have written it; whoever has no role comes between the first two.
 */
const ROLES = [
  'aut 070 author auteur autor autore verfasser verfasserin autrice writer mwandishi مؤلف تأليف',
  'edt 340 651 com 220 editor herausgeber herausgeberin hrsg dir directeur éditeur scientifique compiler compilateur محرر إعداد',
  'ill art 440 040 pht 600 illustrator illustrateur illustratrice illustrator artist photographer رسوم رسام',
].map((words) => new Set(words.split(' ').map((word) => fold(word))))
const NO_ROLE = 0.5

const rankOf = (field: MarcField): number => {
  const roles = subfieldsOf(field, 'e4').map((role) => fold(role.split('/').at(-1) ?? '').replace(/[\s.,;:]+$/, ''))
  if (roles.length === 0) return NO_ROLE
  const ranks = roles.map((role) => ROLES.findIndex((names) => names.has(role))).filter((rank) => rank >= 0)
  return ranks.length > 0 ? Math.min(...ranks) : ROLES.length
}

/** Fields of names, of which the authors come before editors, illustrators, translators and others; else in their order. */
export const authorsFirst = (fields: readonly MarcField[]): MarcField[] =>
  fields
    .map((field) => ({ field, rank: rankOf(field) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ field }) => field)

import { formatValues } from '#base/i18n/format.ts'
import { hyphenateIsbn } from '#base/lib/hyphenate-isbn.ts'

/** ISBNs with their hyphens. */
export const IsbnText = ({ isbns }: { isbns: readonly string[] }) => formatValues(isbns.map(hyphenateIsbn))

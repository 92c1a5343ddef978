import { sql } from 'drizzle-orm'
import { prepared } from '#base/db/connection/prepared.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { readCode } from '#base/lib/scan/read-code.ts'
import { scannedDigits } from '#base/lib/scan/scanned-digits.ts'

/** A copy that a search names by what its label says. */
interface LabelledCopy {
  bookId: string
  number: string
}

// By the unique index of the numbers.
const copiesWithNumbers = prepared((database) =>
  database
    .select({ bookId: copy.bookId, number: copy.number })
    .from(copy)
    .where(sql`upper(${copy.number}) = any(${sql.placeholder('numbers')}::text[])`)
    .prepare('copies_with_numbers'),
)

/** The copy whose label a search is, in any writing, while the library lends; the way it was typed goes first. */
export async function copyByLabel(searchTerm: string): Promise<LabelledCopy | undefined> {
  const numbers = labelReadings(searchTerm)
  if (numbers.length === 0 || !(await librarySettings()).lending) return undefined
  const found = await copiesWithNumbers().execute({ numbers })
  const placeOf = ({ number }: LabelledCopy) => numbers.indexOf(number.toUpperCase())
  return found.toSorted((one, other) => placeOf(one) - placeOf(other))[0]
}

/** Signs of the longest search that may be a label: more than one has, for what scanners add. */
const LONGEST = 40

/**
 * The numbers in capitals that a search may be, none for one that can be no label: as a code of the desk, and with or without
 * spaces and hyphens.
 */
export function labelReadings(searchTerm: string): string[] {
  const text = searchTerm.trim()
  // Each search passes here, and a label has a digit: words are told from it before they are read as a code.
  if (text.length > LONGEST || !/\p{Nd}/u.test(scannedDigits(text))) return []
  const numbers = [text.replace(/\s+/g, '-'), text].flatMap((one) => readCode(one).numbers)
  return [...new Set(numbers.flatMap((number) => [number, ...otherWritings(number)]))].filter((one) => /\d/.test(one))
}

function otherWritings(number: string): string[] {
  const together = number.replace(/-/g, '')
  return [together, together.replace(/(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Z])/g, '-')]
}

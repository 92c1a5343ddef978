import { fieldName } from '#base/db/column-name.server.ts'

/** Entries of an item of which versions are computed, at most: older versions are not known. */
export const MOST_VERSIONS = 200

type Recorded = Record<string, unknown> | null | undefined

export interface RecordedEntry {
  id: number
  action: string
  before: Recorded
  after: Recorded
}

/** What an item was after an entry; undefined where that is not known, or it was deleted. */
export interface ReconstructedVersion<Fields> {
  id: number
  fields: Fields | undefined
}

/**
 * What an item was after each of its entries, newest first: going back from its present fields, each entry gives those
 * that it changed their former values. Between a bulk change and its undo nothing is known. `read` validates whole fields.
 */
export function reconstructVersions<Fields extends object>(
  present: Fields,
  entries: readonly RecordedEntry[],
  read: (known: Record<string, unknown>) => Fields | undefined,
): ReconstructedVersion<Fields>[] {
  const names = Object.keys(present)
  const versions: ReconstructedVersion<Fields>[] = []
  let fields: Fields | undefined = present
  for (const { id, action, before, after } of entries) {
    const isDeletion = after === null || action.endsWith('.bulk-delete')
    versions.push({ id, fields: isDeletion ? undefined : fields })
    const former = action.includes('.undo-') || !before ? undefined : fieldsOf(before, names)
    // Whole values begin anew where the fields between were not known. A deletion has all but the empty ones.
    const isWhole = former !== undefined && names.every((name) => name in former)
    const isKnown: boolean = isDeletion || isWhole || fields !== undefined
    fields = former && isKnown ? read(isDeletion ? former : { ...fields, ...former }) : undefined
  }
  return versions
}

/** Recorded values by the names of fields; the activity names columns, as `genre_id`. */
const fieldsOf = (recorded: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(recorded)
      .map(([key, value]) => [fieldName(key), value] as const)
      .filter(([key]) => names.includes(key)),
  )

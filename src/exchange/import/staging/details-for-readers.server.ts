import type { Transaction } from '#base/db/actor.server.ts'
import type { ImportChoices } from '#base/db/tables/book-import.ts'
import { readerDetails, setReaderDetails } from '#catalogue/book/shared/reader-details.server.ts'
import { fold } from '#base/lib/search/fold.ts'
import type { ImportRecord } from '../run/import-write.server.ts'
import { otherColumns } from './import-columns.server.ts'

/** The columns of a file of which readers see the details already, by an earlier choice; by their index. */
export async function columnsForReaders(header: readonly string[], columns: Record<string, number>): Promise<number[]> {
  const shown = await readerDetails()
  return otherColumns(header, columns, []).flatMap(({ name, index }) => (shown.has(fold(name)) ? [index] : []))
}

type Ticks = Pick<ImportChoices, 'forReaders' | 'readersTouched'>

/** Ticks after a change, with those that it touched; what it leaves as they were may be otherwise elsewhere by now. */
export const touchedTicks = (before: Ticks, { forReaders }: Ticks): Required<Ticks> => ({
  forReaders,
  readersTouched: [
    ...new Set([
      ...(before.readersTouched ?? before.forReaders),
      ...forReaders.filter((index) => !before.forReaders.includes(index)),
      ...before.forReaders.filter((index) => !forReaders.includes(index)),
    ]),
  ],
})

/** The ticks of an import that is made again: those that were touched, and else what readers see now (`shown`). */
export const ticksAgain = (shown: readonly number[], { forReaders, readersTouched = [] }: Ticks): Required<Ticks> => ({
  forReaders: [
    ...shown.filter((index) => !readersTouched.includes(index)),
    ...forReaders.filter((index) => readersTouched.includes(index)),
  ],
  readersTouched,
})

/** Shows readers the details of the columns that were ticked for them, and no more those that were unticked. */
export function showToReaders(
  tx: Transaction,
  { header, columns }: Pick<ImportRecord, 'header' | 'columns'>,
  { leftOut, forReaders, readersTouched }: Ticks & Pick<ImportChoices, 'leftOut'>,
): Promise<void> {
  // A preview of before an update does not know which were touched.
  const details = otherColumns(header, columns, leftOut).filter(({ index }) => readersTouched?.includes(index) ?? true)
  const namesOf = (areShown: boolean) =>
    details.flatMap(({ name, index }) => (forReaders.includes(index) === areShown ? [name] : []))
  return setReaderDetails(tx, { shown: namesOf(true), hidden: namesOf(false) })
}

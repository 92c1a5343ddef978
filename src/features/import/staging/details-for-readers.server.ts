import type { Transaction } from '#db/actor.server.ts'
import type { ImportChoices } from '#db/tables/book-import.ts'
import { readerDetails, setReaderDetails } from '#features/book/shared/reader-details.server.ts'
import { fold } from '#lib/search/fold.ts'
import type { ImportRecord } from '../run/import-write.server.ts'
import { otherColumns } from './import-columns.server.ts'

/** The columns of a file of which readers see the details already, by an earlier choice; by their index. */
export async function columnsForReaders(header: readonly string[], columns: Record<string, number>): Promise<number[]> {
  const shown = await readerDetails()
  return otherColumns(header, columns, []).flatMap(({ name, index }) => (shown.has(fold(name)) ? [index] : []))
}

/** Shows readers the details of the columns that are ticked for them, and no others of this file. */
export function showToReaders(
  tx: Transaction,
  { header, columns }: Pick<ImportRecord, 'header' | 'columns'>,
  { leftOut, forReaders }: Pick<ImportChoices, 'leftOut' | 'forReaders'>,
): Promise<void> {
  const details = otherColumns(header, columns, leftOut)
  const namesOf = (areShown: boolean) =>
    details.flatMap(({ name, index }) => (forReaders.includes(index) === areShown ? [name] : []))
  return setReaderDetails(tx, { shown: namesOf(true), hidden: namesOf(false) })
}

import { and, asc, eq, gt, inArray, isNotNull, or } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { borrowerImportRow } from '#base/db/tables/borrower-import.ts'
import type { ImportKind, RefusedRow } from '#kit/import/shared/import-kind.server.ts'
import { classListLines } from './class-list-lines.server.ts'
import { confirmClassList } from './confirm-class-list.server.ts'
import { refusalReasonSchema } from './class-list.schema.ts'
import { classListReasonText } from './class-list-words.ts'
import { recogniseList } from './read/open-list.server.ts'
import { stageClassList } from './stage-class-list.server.ts'
import { countUndoneBorrowers, expectClassListUndo, undoClassList } from './undo-class-list.server.ts'
import { startClassList, writeClassList } from './write-class-list.server.ts'

/** Imports whose rows are borrowers: class lists. */
export const classListKind: ImportKind = {
  about: 'borrower',
  permissions: ['borrower:create', 'borrower:update'],
  isOn: async () => (await librarySettings()).lending,
  recognise: recogniseList,
  stage: stageClassList,
  starting: startClassList,
  confirm: confirmClassList,
  lines: classListLines,
  write: writeClassList,
  undo: undoClassList,
  expectUndo: expectClassListUndo,
  countUndone: countUndoneBorrowers,
  refusedRows,
}

const PAGE = 1000

async function refusedRows(id: string, after: number): Promise<RefusedRow[]> {
  const { importId, at, result, reason, otherRow, cells, isLeftOut } = borrowerImportRow
  const found = await db
    .select({ at, reason, otherRow, cells })
    .from(borrowerImportRow)
    .where(and(eq(importId, id), gt(at, after), or(inArray(result, ['twice', 'refused']), isLeftOut), isNotNull(cells)))
    .orderBy(asc(at))
    .limit(PAGE)
  return found.map((row) => {
    const read = refusalReasonSchema.safeParse(row.reason)
    return {
      at: row.at,
      cells: row.cells ?? [],
      text: read.success ? classListReasonText(read.data, row.otherRow) : '',
    }
  })
}

import type { ImportLine } from '#kit/import/shared/import-kind.server.ts'
import { listClassListRows } from './class-list-rows.server.ts'
import { classListNoteText, classListReasonText } from './class-list-words.ts'
import type { ClassListRow } from './class-list.schema.ts'

const PAGE = 1000

const REMARKABLE = new Set<ClassListRow['result']>(['absent', 'twice', 'refused'])

/** A line for each row of a list, and behind them one for each borrower who is absent from it. */
export async function* classListLines(id: string): AsyncGenerator<ImportLine> {
  for (const result of [undefined, 'absent'] as const)
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await listClassListRows({ id, result, cursor: cursor ?? undefined, limit: PAGE })
      for (const row of page.items)
        yield { result: row.result, text: lineOf(row), isUnremarkable: !REMARKABLE.has(row.result) }
      cursor = page.nextCursor
    }
}

function lineOf({ row, result, reason, otherRow, person, before, notes }: ClassListRow): string {
  const from = before.className === undefined || before.className === '' ? '' : `${before.className} -> `
  const about = [person.name, `${from}${person.className ?? ''}`].filter(Boolean).join(', ')
  const said = [...(reason ? [classListReasonText(reason, otherRow)] : []), ...notes.map(classListNoteText)]
  return `${row === 0 ? 'here' : `row ${row}`}: ${result}: ${[about, ...said].join('. ')}`
}

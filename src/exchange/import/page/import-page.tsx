import { useSuspenseQuery } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ImportFrame } from '../shared/import-frame.tsx'
import { ImportActions } from '../shared/import-actions.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportOutcome } from '../shared/import-outcome.tsx'
import { LookupPreview } from '../lookup/lookup-preview.tsx'
import { ImportRows } from './import-rows.tsx'
import { ColumnsNotKept } from './import-columns.tsx'
import { copiesTexts, undoneTexts } from './import-counts.ts'
import { watchedImportQuery } from '../import-edit.data.ts'
import type { Import } from '../import.schema.ts'
import { otherImports } from '../import.slots.ts'
import { useCorrection } from './use-correction.ts'

/** An import: of books, or of what another floor imports. */
export function ImportPage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: item } = useSuspenseQuery(watchedImportQuery(id))
  return item.about === 'book' ? (
    <BookImport item={item} timeZone={timeZone} />
  ) : (
    <otherImports.Parts item={item} timeZone={timeZone} />
  )
}

function BookImport({ item, timeZone }: { item: Import; timeZone: string }) {
  const correction = useCorrection(item)
  return (
    <ImportFrame
      id={item.id}
      timeZone={timeZone}
      noun="book"
      trail={<ListBackLink to="/manager/import" label={m.import_title()} />}
      actions={<ImportActions item={{ ...item, ...correction.pending }} settled={correction.settled} />}
      preview={
        item.lookup ? (
          <LookupPreview item={item} lookup={item.lookup} />
        ) : (
          <ImportPreview item={item} correction={correction} />
        )
      }
      outcome={
        <ImportOutcome
          item={item}
          timeZone={timeZone}
          texts={[...copiesTexts(item), ...undoneTexts(item)]}
          notKept={<ColumnsNotKept item={item} />}
          rows={<ImportRows item={item} />}
        />
      }
    />
  )
}

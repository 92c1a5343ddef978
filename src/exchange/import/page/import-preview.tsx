import { useQuery } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel, panelClass } from '#base/ui/panel.tsx'
import { Spinner } from '#base/ui/state/spinner.tsx'
import { ImportChoicePanel } from './import-choices.tsx'
import { ImportColumns } from './import-columns.tsx'
import { copiesTexts } from './import-counts.ts'
import { ImportRows } from './import-rows.tsx'
import { ImportShape } from '../shared/import-shape.tsx'
import { similarQuery } from '../import-edit.data.ts'
import type { Import } from '../import.schema.ts'
import type { Correcting } from './use-correction.ts'

/** What an import that waits would do: how the file is read, what is chosen, and every row. */
export function ImportPreview({ item, correction }: { item: Import; correction: Correcting }) {
  const { pending, isRereading, correct } = correction
  useQuery({ ...similarQuery(item), enabled: item.similar === null })
  const shown = { ...item, ...pending }
  return (
    <>
      <Panel
        title={m.import_columns()}
        action={
          shown.shape && (
            <ImportShape shape={shown.shape} asksForHeader={item.columns.title === undefined} onChange={correct} />
          )
        }
      >
        <ImportColumns item={shown} onChange={correct} />
        <p role="status" className="mt-3 flex items-center gap-2 text-sm text-muted empty:hidden">
          {isRereading && (
            <>
              <Spinner />
              {m.import_rereading()}
            </>
          )}
        </p>
      </Panel>
      <ImportChoicePanel item={shown} onChange={correct} />
      {copiesTexts(shown).map((text) => (
        <p key={text} className="mt-4 tabular-nums">
          {text}
        </p>
      ))}
      {shown.columns.title === undefined ? (
        <p className={`${panelClass} mt-4 text-muted`}>{m.import_no_titles()}</p>
      ) : (
        <ImportRows item={shown} onChange={correct} />
      )}
    </>
  )
}

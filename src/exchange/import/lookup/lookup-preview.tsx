import { m } from '#base/i18n/paraglide/messages.js'
import { Panel } from '#base/ui/panel.tsx'
import { FieldChanges } from '../page/import-choices.tsx'
import { ImportRows } from '../page/import-rows.tsx'
import type { Import } from '../import.schema.ts'
import { notFoundTexts } from './import-lookup-words.ts'

/** What a look-up has found and would fill in: by field, and every book. Nothing is to be chosen. */
export function LookupPreview({ item, lookup }: { item: Import; lookup: NonNullable<Import['lookup']> }) {
  return (
    <>
      <Panel title={m.lookup_found_title()}>
        <div className="mt-2 flex flex-col gap-0.5">
          {item.updated === 0 && <p>{m.lookup_fill_none()}</p>}
          <FieldChanges fieldChanges={item.fieldChanges} />
          {notFoundTexts(lookup).map((text) => (
            <p key={text} className="text-pretty text-muted">
              {text}
            </p>
          ))}
        </div>
      </Panel>
      <ImportRows item={item} />
    </>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { Panel, panelClass } from '#base/ui/panel.tsx'
import { Spinner } from '#base/ui/state/spinner.tsx'
import type { Import } from '#exchange/import/import.schema.ts'
import { ImportShape } from '#exchange/import/shared/import-shape.tsx'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import type { ClassList, ClassListChoices } from '../class-list.schema.ts'
import { areOfSheets, ClassListClasses } from './class-list-classes.tsx'
import { ClassListColumns } from './class-list-columns.tsx'
import { ClassListRows } from './class-list-rows.tsx'
import type { ChangingClassList } from './use-class-list-change.ts'

interface ClassListPreviewProps {
  item: Import
  list: ClassList
  changing: ChangingClassList
}

/** What a list that waits would do: how it is read, which classes it is about, what is asked, and every row. */
export function ClassListPreview({ item, list, changing: { pending, change } }: ClassListPreviewProps) {
  const { data: groups } = useSuspenseQuery(groupsQuery)
  const choose = (next: Partial<ClassListChoices>) => change({ choices: { ...list.choices, ...next } })
  const columns = pending?.columns ?? item.columns
  const isOfSheets =
    item.shape?.kind === 'xlsx' && columns.class === undefined && list.classes.length > 1 && areOfSheets(list)
  return (
    <>
      <Panel
        title={m.import_columns()}
        action={
          item.shape && (
            <ImportShape
              // Which sheet is of no account where all are read.
              shape={isOfSheets ? { kind: item.shape.kind } : item.shape}
              asksForHeader={columns.name === undefined}
              onChange={({ shape }) => shape && change({ shape: isOfSheets ? { ...item.shape, ...shape } : shape })}
            />
          )
        }
      >
        <ClassListColumns item={item} columns={columns} onChange={(next) => change({ columns: next })} />
        <ClassListClasses
          isWorkbook={(item.shape?.sheets?.length ?? 0) > 1}
          list={list}
          hasColumn={columns.class !== undefined}
          groups={groups.items}
          onChoose={choose}
        />
        <p role="status" className="mt-3 flex items-center gap-2 text-sm text-muted empty:hidden">
          {pending && (
            <>
              <Spinner />
              {m.import_rereading()}
            </>
          )}
        </p>
      </Panel>
      {list.isDoubtful && (
        <section className={`${panelClass} mt-4 border-warning!`}>
          <p className="flex items-start gap-2.5 text-pretty">
            <Icon name="alert" className="mt-1 size-4 flex-none text-warning" />
            {m.class_list_doubtful()}
          </p>
          {item.created + item.updated > 0 && (
            <label className="mt-2 inline-flex min-h-11 cursor-pointer items-center gap-3 font-medium">
              <CheckBox
                checked={list.choices.isConfirmed}
                onChange={({ target }) => choose({ isConfirmed: target.checked })}
                className="size-[1.125rem] flex-none accent-accent"
              />
              {m.class_list_confirm()}
            </label>
          )}
        </section>
      )}
      <ClassListRows item={item} list={list} onChoose={choose} />
    </>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { fieldText } from '#i18n/field-text.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { ConflictPanel } from '#ui/form/conflict-panel.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useUnsavedGuard } from '#ui/form/use-unsaved-guard.tsx'
import { ListBackLink, useStepBack } from '#ui/list/list-back-link.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { shelfQuery } from '../shelf.data.ts'
import type { Shelf } from '../shelf.schema.ts'
import { shelfFields } from '../shelf.words.ts'
import { ShelfForm } from './shelf-form.tsx'
import { useShelfForm } from './use-shelf-form.ts'

/** Changes a shelf. */
export function ShelfUpdatePage({ id }: { id: string }) {
  const { data: shelf } = useSuspenseQuery(shelfQuery(id))
  return <ShelfEditPage key={id} shelf={shelf} />
}

/** Adds a shelf. */
export const ShelfNewPage = () => <ShelfEditPage shelf={undefined} />

function ShelfEditPage({ shelf }: { shelf: Shelf | undefined }) {
  const formId = useId()
  const navigate = useNavigate()
  const stepBack = useStepBack()
  const isFromDetail = useLocation({ select: ({ state }) => state.isFromDetail === true })
  const state = useShelfForm(shelf)
  const { form, base } = state
  const guard = useUnsavedGuard(state.isDirty, { isSaved: true })
  const save = async () => {
    const done = await form.submit()
    if (!done?.result) return
    const { id } = done.result
    // The page of the shelf stands in the history once; what was deleted meanwhile is saved as a new one.
    if (isFromDetail && id === shelf?.id) await stepBack({ ignoreBlocker: true })
    else await navigate({ to: '/manager/shelves/$id', params: { id }, replace: true, ignoreBlocker: true })
  }
  return (
    <ManagerPage
      isForm
      title={shelf ? shelf.name : m.shelf_new()}
      trail={<ListBackLink to="/manager/shelves" label={m.shelf_list()} />}
      actions={
        <Button type="submit" form={formId} isBusy={form.isBusy} className="max-sm:grow">
          {m.shelf_save()}
        </Button>
      }
    >
      {guard}
      <div className="max-w-2xl">
        <FormAlert>{state.isGone ? m.shelf_gone() : form.reason}</FormAlert>
        <ConflictPanel
          key={base?.version}
          draft={state}
          wordOf={(field, value) => fieldText(value, shelfFields[field])}
          isBusy={form.isBusy}
          onSave={() => void save()}
        />
        <ShelfForm id={formId} state={state} isNew={!shelf} onSave={() => void save()} />
      </div>
    </ManagerPage>
  )
}

import { useEffect, useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { DialogCancel } from '#base/ui/dialog/dialog-cancel.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { viewFormSchema, type ViewForm } from './view-form.schema.ts'
import { toViewSearch } from './view-match.ts'
import { viewText, type ViewedList } from './view-words.ts'
import { createView, updateView, useRefreshViews } from './view.data.ts'
import type { View } from './view.schema.ts'
import { CheckBox } from '#base/ui/check-box.tsx'

interface ViewEditProps {
  of: ViewedList
  /** The view to edit; undefined for a new view of what the list shows. */
  view: View | undefined
  start: ViewForm
  onSaved: (view: View) => void
  onDelete: () => void
}

/** The form of a view: its name, and whether it is for all managers. */
export function ViewEdit({ of, view, start, onSaved, onDelete }: ViewEditProps) {
  const [draft, setDraft] = useState(start)
  const refresh = useRefreshViews()
  const search = toViewSearch(of.params)
  const form = useForm({
    schema: viewFormSchema,
    values: () => draft,
    save: async (input) => {
      const saved = await (
        view
          ? updateView({ data: { id: view.id, version: view.version, ...input } })
          : createView({ data: { list: of.list, search, ...input } })
      ).finally(refresh)
      void toast({ type: 'success', title: m.view_saved() })
      onSaved(saved)
    },
    failure: m.view_save_failed(),
  })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <Form {...form.props} className="flex flex-col gap-4">
      <TextField
        ref={field}
        label={m.view_name()}
        name="name"
        dir="auto"
        autoComplete="off"
        maxLength={200}
        value={draft.name}
        hint={viewText(of, view?.search ?? search).join(' · ')}
        error={form.problems.name}
        onChange={({ target }) => {
          setDraft({ ...draft, name: target.value })
          form.clear('name')
        }}
      />
      {view && view.isShared && !view.isMine ? (
        <p className="text-sm text-muted">
          {view.sharedBy ? m.view_shared_by_other({ name: view.sharedBy }) : m.views_shared()}
        </p>
      ) : (
        <div className="flex items-start gap-3">
          <CheckBox
            id="view-shared"
            name="isShared"
            checked={draft.isShared}
            aria-describedby="view-shared-note"
            className="mt-3 size-4.5 flex-none cursor-pointer accent-accent"
            onChange={({ target }) => setDraft({ ...draft, isShared: target.checked })}
          />
          <div>
            <label htmlFor="view-shared" className="flex min-h-11 cursor-pointer items-center font-semibold">
              {m.views_shared()}
            </label>
            <p id="view-shared-note" className="text-sm text-muted">
              {m.view_shared_text()}
            </p>
          </div>
        </div>
      )}
      <div className="grid grid-cols-2 gap-3">
        <DialogCancel />
        <Button type="submit" isBusy={form.isBusy}>
          {m.noun_save()}
        </Button>
      </div>
      {view && (
        <Button look="second" className="text-danger" onClick={onDelete}>
          {m.view_delete()}
        </Button>
      )}
    </Form>
  )
}

import { useLocation, useNavigate } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { fieldText } from '#base/i18n/field-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { FieldOf } from '#base/lib/fields-of.ts'
import { NOUNS } from '#nouns.ts'
import { Button } from '#base/ui/button.tsx'
import { ConflictPanel } from '#base/ui/form/conflict-panel.tsx'
import { FormAlert } from '#base/ui/form/form-alert.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { ListBackLink, useBackToList, useStepBack } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import type { RowValue } from './field-list.tsx'
import type { PagedNoun } from './row-query.ts'
import { useRowForm, type Fields, type FormNoun, type RowForm, type StoredRow } from './use-row-form.ts'

/** A noun whose rows are added and changed on a page. */
export interface FormPageNoun<Row extends StoredRow, Input extends Fields> extends FormNoun<Row, Input> {
  kind: PagedNoun
  /** The words of a value that only this page knows, such as the name of another row. */
  wordOf?: (field: FieldOf<Input>, value: RowValue) => string | undefined
  words: {
    list: () => string
    new: () => string
    /** The title for a known row, if not the usual one. */
    edit?: (row: Row) => string
    /** The button that saves, if not the usual one. */
    save?: (draft: Input) => string
    /** The message where the row was deleted meanwhile, for a noun without `onGone`. */
    gone?: () => string
  }
}

export interface RowFormPageProps<Row extends StoredRow, Input extends Fields> {
  noun: FormPageNoun<Row, Input>
  /** The row to edit; undefined for a new one. */
  row: Row | undefined
  /** Values that a new row starts with. */
  start?: Partial<Input> | undefined
  /** Leads on from a new row; else its page is opened. */
  onAdded?: ((row: Row) => Promise<void>) | undefined
  /** Whether a wide screen has the button 'Cancel'. */
  hasCancel?: boolean
  className?: string
  /** The inputs. */
  children: (state: RowForm<Row, Input>) => ReactNode
}

/** The page of the form of a row, new or known: saves, merges with what others save, and leads to the row's page. */
export function RowFormPage<Row extends StoredRow, Input extends Fields>({
  noun,
  row: given,
  start,
  onAdded,
  hasCancel = false,
  className = 'grid gap-y-4',
  children,
}: RowFormPageProps<Row, Input>) {
  const { kind, nameOf, fields, words } = noun
  const { to } = NOUNS[kind].manager
  const formId = useId()
  const toList = useBackToList(to)
  // The row as the form was opened with it, also after a newer version is loaded.
  const [row] = useState(given)
  const openRow = useOpenRow(kind, row)
  const state = useRowForm(noun, row, { start })
  const { form, base } = state
  const save = () =>
    void form.submit((saved) => (onAdded && !row ? onAdded(saved) : openRow(saved, { ignoreBlocker: true })))
  return (
    <ManagerPage
      isForm
      title={row ? (words.edit?.(row) ?? m.noun_edit_title({ name: nameOf(row) })) : words.new()}
      trail={<ListBackLink to={to} label={words.list()} />}
      actions={
        <>
          {hasCancel && (
            <Button look="second" className="max-sm:hidden" onClick={() => void (row ? openRow(row) : toList())}>
              {m.common_cancel()}
            </Button>
          )}
          <Button type="submit" form={formId} isBusy={form.isBusy} className="max-sm:grow">
            {words.save?.(state.draft) ?? m.noun_save()}
          </Button>
        </>
      }
    >
      <div className="max-w-2xl">
        <FormAlert>{state.isGone ? words.gone?.() : form.reason}</FormAlert>
        <ConflictPanel
          key={base?.version}
          draft={state}
          wordOf={(field, value) => noun.wordOf?.(field, value) ?? fieldText(value, fields[field])}
          isBusy={form.isBusy}
          onSave={save}
        />
        <Form
          {...form.props}
          id={formId}
          aria-busy={form.isBusy}
          className={`${panelClass} ${className}`}
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          {children(state)}
        </Form>
      </div>
    </ManagerPage>
  )
}

/** Opens the page of a row, which stands in the history once; what was deleted meanwhile is saved as a new one. */
export function useOpenRow(kind: PagedNoun, row: StoredRow | undefined) {
  const { to } = NOUNS[kind].manager
  const navigate = useNavigate()
  const stepBack = useStepBack()
  const { isFromDetail, isFromList } = useLocation({ select: ({ state }) => state })
  return ({ id }: StoredRow, options: { ignoreBlocker?: boolean } = {}): Promise<void> =>
    isFromDetail && id === row?.id
      ? stepBack(options)
      : navigate({ to: `${to}/$id`, params: { id }, state: { isFromList }, replace: true, ...options })
}

import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type RefObject } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { LoadFailed } from '#base/ui/state/load-failed.tsx'
import { ViewChoice } from './view-choice.tsx'
import { ViewDelete } from './view-delete.tsx'
import { ViewEdit } from './view-edit.tsx'
import { VIEW_NAME_MAX } from './view-form.schema.ts'
import { toViewSearch, type ShownView } from './view-match.ts'
import { viewText, type ViewedList } from './view-words.ts'
import type { View } from './view.schema.ts'

interface ViewMenuProps {
  of: ViewedList
  query: UseQueryResult<View[]>
  shown: ShownView | undefined
  isOpen: boolean
  onClose: () => void
  opener: RefObject<HTMLElement | null>
}

/** Stands for a new view in place of an id. */
const NEW = ''

/** The dialog of a list's views: the choice of one, then the form of one, or the question before deleting it. */
export function ViewMenu({ of, query, shown, isOpen, onClose, opener }: ViewMenuProps) {
  const navigate = useNavigate()
  // The id of the view that is edited, or NEW; undefined while a view is chosen.
  const [edited, setEdited] = useState<string>()
  const [isDeleting, setIsDeleting] = useState(false)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // The form stays during the closing animation.
    if (isOpen) setEdited(undefined)
  }
  const view = query.data?.find(({ id }) => id === edited)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={view ? m.noun_edit_title({ name: view.name }) : edited === NEW ? m.view_new_title() : m.views_title()}
      closeLabel={m.common_close()}
      lastFocus={opener}
    >
      {edited === NEW || view ? (
        <ViewEdit
          key={edited}
          of={of}
          view={view}
          start={{ name: view?.name ?? suggestedName(of), isShared: view?.isShared ?? false }}
          onDelete={() => setIsDeleting(true)}
          onSaved={(saved) => {
            onClose()
            const search = { ...saved.search, view: saved.id }
            // The list already shows what the new view saves, and stays as it is.
            if (!view) void navigate({ to: of.to, search, replace: true, resetScroll: false, ignoreBlocker: true })
          }}
        />
      ) : query.data ? (
        <ViewChoice
          of={of}
          views={query.data}
          shown={shown}
          onEdit={(one) => setEdited(one?.id ?? NEW)}
          onClose={onClose}
        />
      ) : (
        <LoadFailed title={m.views_load_failed()} query={query} />
      )}
      {view && <ViewDelete view={view} isOpen={isDeleting} onClose={() => setIsDeleting(false)} onDeleted={onClose} />}
    </Dialog>
  )
}

/** The name of a new view: what it shows, in words. A name stands in quotation marks: what is searched for has none here. */
function suggestedName(of: ViewedList): string {
  const { searchTerm = '', ...narrowed } = toViewSearch(of.params)
  const parts = [String(searchTerm), ...viewText(of, narrowed)].filter((part) => part !== '')
  return parts.join(' · ').slice(0, VIEW_NAME_MAX).trim()
}

import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { toViewSearch, type ShownView } from './view-match.ts'
import { viewText, type ViewedList } from './view-words.ts'
import { updateView, useRefreshViews } from './view.data.ts'
import type { View } from './view.schema.ts'

interface ViewChoiceProps {
  of: ViewedList
  views: readonly View[]
  shown: ShownView | undefined
  /** Opens the form of a view, or of a new one. */
  onEdit: (view?: View) => void
  onClose: () => void
}

/** The views of a list, to open, save and edit. */
export function ViewChoice({ of, views, shown, onEdit, onClose }: ViewChoiceProps) {
  const refresh = useRefreshViews()
  const search = toViewSearch(of.params)
  const replace = useAction(
    async ({ id, version }: View) => {
      // Another manager may have changed the view: after `refresh` the next press has the new version.
      await updateView({ data: { id, version, search } }).finally(refresh)
      onClose()
    },
    { success: m.view_saved(), failure: m.view_save_failed() },
  )
  const isPlain = viewText(of, search).length === 0
  const group = { of, shown, onEdit, onClose }
  return (
    <>
      {views.length === 0 && <p className="text-muted">{m.views_text()}</p>}
      {isPlain && !shown ? (
        <p className={views.length === 0 ? '' : 'text-sm text-muted'}>{m.views_narrow_first()}</p>
      ) : (
        <Button {...blockedInDemo} look={shown && !shown.isChanged ? 'second' : 'primary'} onClick={() => onEdit()}>
          {m.views_new()}
        </Button>
      )}
      {shown?.isChanged && (
        <Button
          {...blockedInDemo}
          look="second"
          isBusy={replace.isBusy}
          className="min-w-0"
          onClick={() => void replace.run(shown.view)}
        >
          <span className="min-w-0 break-words">{m.views_replace({ name: shown.view.name })}</span>
        </Button>
      )}
      <Group {...group} title={m.views_own()} views={views.filter(({ isShared }) => !isShared)} />
      <Group {...group} title={m.views_shared()} views={views.filter(({ isShared }) => isShared)} />
    </>
  )
}

function Group({ title, views, of, shown, onEdit, onClose }: ViewChoiceProps & { title: string }) {
  if (views.length === 0) return null
  return (
    <section className="mt-2">
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <ul>
        {views.map((view) => {
          const isOpened = view.id === shown?.view.id
          const by = view.isShared && !view.isMine && view.sharedBy
          const text = [
            ...(isOpened && shown.isChanged ? [m.views_changed()] : []),
            ...viewText(of, view.search),
            ...(by ? [m.views_shared_by({ name: by })] : []),
          ]
          return (
            <li key={view.id} className="flex items-center gap-3 border-line not-last:border-b">
              <Link
                to={of.to}
                search={{ ...view.search, view: view.id }}
                onClick={onClose}
                // Exact: else the router marks the link also where the list has changed the view.
                activeOptions={{ exact: true }}
                aria-current={isOpened && !shown.isChanged ? 'true' : undefined}
                className="group flex min-h-12 min-w-0 flex-1 items-center gap-2.5 rounded-sm py-2"
              >
                {shown && (
                  <Icon
                    name="check"
                    className={`size-5 ${isOpened ? (shown.isChanged ? 'text-muted' : 'text-accent') : 'invisible'}`}
                  />
                )}
                <span className="min-w-0">
                  <span dir="auto" className="block font-semibold break-words group-hover:underline">
                    {view.name}
                  </span>
                  <span dir="auto" className="line-clamp-2 text-[0.8125rem] break-words text-muted">
                    {text.join(' · ')}
                  </span>
                </span>
              </Link>
              <button
                {...blockedInDemo}
                type="button"
                aria-label={m.noun_edit_title({ name: view.name })}
                onClick={() => onEdit(view)}
                className={rowActionClass}
              >
                {m.noun_edit()}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

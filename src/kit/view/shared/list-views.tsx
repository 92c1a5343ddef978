import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { lazyPart } from '#base/ui/lazy-part.tsx'
import { viewsKey } from '#base/ui/list/use-list-keys.ts'
import { shownView } from '../view-match.ts'
import type { ViewedList } from '../view-words.ts'
import { viewsQuery } from '../view.data.ts'

const ViewMenu = lazyPart(async () => (await import('../view-menu.tsx')).ViewMenu)

/** The saved views of a list: names the one that is shown, and opens the dialog in which they are chosen and saved. */
export function ListViews(of: ViewedList) {
  const query = useQuery(viewsQuery(of.list))
  const id = useSearch({ strict: false, select: ({ view }) => view })
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const shown = shownView(query.data ?? [], of.params, id)
  return (
    <span className="-my-3 inline-flex max-w-full items-center print:hidden">
      <button
        {...viewsKey}
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setWasOpen(true)
          setIsOpen(true)
          // Other managers may have changed the views.
          if (wasOpen || query.isError) void query.refetch()
        }}
        className={`-ms-3 -me-1 inline-flex min-h-11 min-w-0 items-center gap-1 rounded-sm px-3 text-sm hover:underline focus-visible:-outline-offset-8 ${shown ? 'font-semibold' : 'font-medium text-accent'}`}
      >
        {shown ? (
          <>
            <span className="sr-only">{m.views_active()}</span>
            <span dir="auto" className="truncate">
              {shown.view.name}
            </span>
          </>
        ) : (
          m.views_title()
        )}
        <Icon name="down" className="size-4 text-muted" />
      </button>
      {shown?.isChanged && <span className="text-[0.8125rem] text-muted">{m.views_changed()}</span>}
      {wasOpen && (
        <ViewMenu
          of={of}
          query={query}
          shown={shown}
          isOpen={isOpen}
          opener={opener}
          onClose={() => setIsOpen(false)}
        />
      )}
    </span>
  )
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { CloseButton } from '#base/ui/dialog/close-button.tsx'
import { panelClass, rowActionClass } from '#base/ui/panel.tsx'
import type { Restored } from './trash.schema.ts'
import { pageOfOwner, type Trash } from './trash.ts'

type Collided = Restored['collided'][number]

interface TrashCollisionsProps {
  trash: Pick<Trash<never>, 'item' | 'borrower' | 'words'>
  collided: readonly Collided[]
  onClose: () => void
  /** What else can be done about a collision. */
  renderAction?: ((one: Collided) => ReactNode) | undefined
}

/** What was not restored because something else has its name by now, each with the way to that one. */
export function TrashCollisions({ trash, collided, onClose, renderAction }: TrashCollisionsProps) {
  const { words } = trash
  return (
    <div role="status">
      {collided.length > 0 && (
        <section className={`${panelClass} mb-4`}>
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0 text-pretty">{words.collidedText()}</p>
            <CloseButton label={m.common_close()} onClick={onClose} className="-me-2 -mt-2" />
          </div>
          <ul>
            {collided.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4">
                <span className="min-w-0 flex-1 basis-48 font-semibold">
                  {words.collided({ name: isolated(one.name) })}
                </span>
                <Link
                  to={pageOfOwner(one, trash)}
                  params={{ id: one.by }}
                  className={`${rowActionClass} -ms-2 whitespace-nowrap`}
                >
                  {one.isByCopy ? m.borrower_trash_collided_book() : words.collidedOpen()}
                </Link>
                {renderAction?.(one)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

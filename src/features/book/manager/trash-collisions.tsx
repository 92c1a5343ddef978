import { Link } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { CloseButton } from '#ui/close-button.tsx'
import { panelClass, rowActionClass } from '#ui/panel.tsx'
import type { Restored } from '../trash/trash.schema.ts'

interface TrashCollisionsProps {
  collided: Restored['collided']
  onClose: () => void
}

/** The books that were not restored because another one has their title and author, each with the way to that one. */
export function TrashCollisions({ collided, onClose }: TrashCollisionsProps) {
  return (
    <div role="status">
      {collided.length > 0 && (
        <section className={`${panelClass} mb-4`}>
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0 text-pretty">{m.trash_collided_text()}</p>
            <CloseButton label={m.common_close()} onClick={onClose} className="-me-2 -mt-2" />
          </div>
          <ul>
            {collided.map(({ id, title, by }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
                <span className="min-w-0 font-semibold">{m.trash_collided({ title })}</span>
                <Link to="/manager/books/$id" params={{ id: by }} className={rowActionClass}>
                  {m.trash_collided_open()}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

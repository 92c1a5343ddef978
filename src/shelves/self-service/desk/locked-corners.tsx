import { useQuery } from '@tanstack/react-query'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { panelClass } from '#base/ui/panel.tsx'
import { cornersQuery } from '../corner.data.ts'
import { CornerButtons } from './corner-buttons.tsx'

/** At the desk: corners that unknown cards have locked. */
export function LockedCorners() {
  const { data: corners = [] } = useQuery(cornersQuery)
  return corners
    .filter(({ isLocked }) => isLocked)
    .map((corner) => (
      <section
        key={corner.id}
        role="alert"
        className={`${panelClass} flex flex-wrap items-center gap-x-4 gap-y-1 border-warning`}
      >
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-base break-words text-warning">{m.corner_locked_at({ name: isolated(corner.name) })}</h2>
          <p className="text-sm text-pretty text-muted">{m.corner_locked_text()}</p>
        </div>
        <CornerButtons corner={corner} />
      </section>
    ))
}

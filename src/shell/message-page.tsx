import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from '#ui/brand.tsx'
import { ErrorPageActions } from '#ui/error-page-actions.tsx'

interface MessagePageProps {
  title: string
  text: string
  /** The number of an error page, small above its title. */
  status?: number
  /** What to do besides going back or home. */
  action?: ReactNode
}

/** Routes that draw a frame around their pages; a frame shows the brand already. */
const FRAMES = new Set<string>(['/app', '/manager'])

/** A page that says one thing, with the ways out: Back and Home. Shows the brand where no frame does. */
export function MessagePage({ title, text, status, action }: MessagePageProps) {
  const hasFrame = useMatches({
    select: (matches) => matches.some(({ routeId, status: state }) => FRAMES.has(routeId) && state === 'success'),
  })
  return (
    <main id="content" className="mx-auto flex w-full max-w-lg flex-col px-6 py-16 sm:py-24">
      {!hasFrame && (
        <div className="mb-10">
          <Brand />
        </div>
      )}
      {status !== undefined && <p className="font-serif text-muted">{status}</p>}
      <h1 className="mt-1 text-3xl" tabIndex={-1}>
        {title}
      </h1>
      <p className="mt-3 text-muted">{text}</p>
      <ErrorPageActions>{action}</ErrorPageActions>
    </main>
  )
}

import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from '#ui/brand.tsx'
import { ErrorPageActions } from '#ui/error-page-actions.tsx'

interface MessagePageProps {
  title: string
  text?: string
  /** The status code, shown above the title. */
  status?: number
  /** An action in addition to Back and Home. */
  action?: ReactNode
}

/** Routes with a layout, which shows the brand. */
const FRAMES = new Set<string>(['/app', '/manager'])

/** A page with one message, Back and Home. Shows the brand when no layout does. */
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
      {text !== undefined && <p className="mt-3 text-muted">{text}</p>}
      <ErrorPageActions>{action}</ErrorPageActions>
    </main>
  )
}

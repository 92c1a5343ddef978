import { useMatches } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { LibraryBrand } from '#kit/installation/shared/library-brand.tsx'
import { ErrorPageActions } from '#base/ui/state/error-page-actions.tsx'
import { pageTitle } from '../page-title.ts'

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

/** A page with one message, Back and Home, whose title is that of the tab. Shows the brand when no layout does. */
export function MessagePage({ title, text, status, action }: MessagePageProps) {
  const matches = useMatches()
  const hasFrame = matches.some(({ routeId, status: state }) => FRAMES.has(routeId) && state === 'success')
  const tabTitle = pageTitle(title, { context: matches[0]?.context ?? {}, status: '' })
  // A route whose component fails is loaded in the eyes of the router, which leaves its own title in the tab.
  useEffect(() => {
    const ofRoute = document.title
    document.title = tabTitle
    return () => {
      if (document.title === tabTitle) document.title = ofRoute
    }
  }, [tabTitle])
  return (
    <main id="content" className="mx-auto flex w-full max-w-lg flex-col px-6 py-16 sm:py-24">
      {!hasFrame && (
        <div className="mb-10">
          <LibraryBrand />
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

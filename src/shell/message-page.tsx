import type { ReactNode } from 'react'
import { Brand } from '#ui/brand.tsx'
import { WaysOut } from '#ui/ways-out.tsx'

interface MessagePageProps {
  title: string
  text: string
  /** The number of an error page, small above its title. */
  status?: number
  /** Stands outside of every frame, and so shows where one is. */
  hasBrand?: boolean
  /** What to do besides going back or home. */
  action?: ReactNode
}

/** A page that says one thing, with the ways out: Back and Home. */
export function MessagePage({ title, text, status, hasBrand = false, action }: MessagePageProps) {
  return (
    <main id="content" className="mx-auto flex w-full max-w-lg flex-col px-6 py-16 sm:py-24">
      {hasBrand && (
        <div className="mb-10">
          <Brand />
        </div>
      )}
      {status !== undefined && <p className="font-serif text-muted">{status}</p>}
      <h1 className="mt-1 text-3xl" tabIndex={-1}>
        {title}
      </h1>
      <p className="mt-3 text-muted">{text}</p>
      <WaysOut>{action}</WaysOut>
    </main>
  )
}

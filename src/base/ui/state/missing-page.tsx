import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../button.tsx'
import { ErrorPageActions } from './error-page-actions.tsx'
import type { ListAddress } from '../list/list-back-link.tsx'

interface MissingPageProps {
  title: string
  text: string
  /** The list to link to. */
  to: ListAddress
  /** Text of the link to the list. */
  showAll: string
  isReader?: boolean
  /** Stands before the link to the list. */
  action?: ReactNode
  /** Stands below the text and the links. */
  children?: ReactNode
}

/** The 404 page of a record. */
export function MissingPage({ title, text, to, showAll, isReader = false, action, children }: MissingPageProps) {
  return (
    <main id="content" className={isReader ? 'mx-auto w-full max-w-6xl px-5 pt-10 md:px-6' : 'px-5 py-10 md:px-7'}>
      <p className="font-serif text-muted">404</p>
      <h1 className={`mt-1 ${isReader ? 'text-[1.75rem] leading-tight' : 'text-2xl'}`}>{title}</h1>
      <p className="mt-3 text-muted">{text}</p>
      <ErrorPageActions>
        {action}
        <Link to={to} className={buttonClass('second')}>
          {showAll}
        </Link>
      </ErrorPageActions>
      {children}
    </main>
  )
}

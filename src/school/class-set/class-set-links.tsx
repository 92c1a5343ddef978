import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'

interface ClassSetLinkProps {
  id: string
  className: string
  children: ReactNode
}

/** At the desk and on the list of late loans: the way to a class set. */
export function ClassSetLink({ id, className, children }: ClassSetLinkProps) {
  return (
    <Link to="/manager/class-sets/$id" params={{ id }} className={className}>
      {children}
    </Link>
  )
}

/** On the page of classes: the way to what they have. */
export function ClassSetsLink() {
  return (
    <Link to="/manager/class-sets" className={buttonClass('second')}>
      {m.class_set_list()}
    </Link>
  )
}

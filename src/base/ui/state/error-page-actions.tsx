import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button, buttonClass } from '../button.tsx'
import { Icon } from '../icon.tsx'

/** Actions of an error page: its own, Back and Home. */
export function ErrorPageActions({ children }: { children?: ReactNode }) {
  const router = useRouter()
  const goBack = () => {
    // `history.length` counts from the tab's first page, the router's from the last load.
    if (history.length > 1) router.history.back()
    else void router.navigate({ to: '/' })
  }
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {children}
      <Button look="second" onClick={goBack}>
        <Icon name="back" />
        {m.common_back()}
      </Button>
      <Link to="/" className={buttonClass('second')}>
        <Icon name="home" />
        {m.common_home()}
      </Link>
    </div>
  )
}

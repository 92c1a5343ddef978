import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Button, buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

/** The ways out of a page that has nothing to show: what else there is to do, Back and Home. */
export function ErrorPageActions({ children }: { children?: ReactNode }) {
  const router = useRouter()
  const goBack = () => {
    // The router counts from the page that was loaded, the browser from the first one of its tab.
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

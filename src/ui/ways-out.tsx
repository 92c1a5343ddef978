import { Link, useRouter } from '@tanstack/react-router'
import { useSyncExternalStore, type ReactNode } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Button, buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

const never = () => () => undefined
// The router counts from the page that was loaded, the browser from the first one of its tab.
const isBehind = () => history.length > 1

/** The ways out of a page that has nothing to show: what else there is to do, Back where something is behind, Home. */
export function WaysOut({ children }: { children?: ReactNode }) {
  const router = useRouter()
  const canGoBack = useSyncExternalStore(never, isBehind, () => true)
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {children}
      {canGoBack && (
        <Button look="second" onClick={() => router.history.back()}>
          <Icon name="back" />
          {m.common_back()}
        </Button>
      )}
      <Link to="/" className={buttonClass('second')}>
        <Icon name="home" />
        {m.common_home()}
      </Link>
    </div>
  )
}

import { useEffect, useRef, type ReactNode } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from './button.tsx'

interface LoadMoreProps {
  /** There is more. */
  hasMore: boolean
  isBusy: boolean
  /** Why the last attempt failed; then the button tries again. */
  error: ReactNode
  onLoad: () => void
  /** How many are shown: stands beside the button. */
  children?: ReactNode
}

/** The end of a list that grows. The focus stays here when the last page has come and the button goes. */
export function LoadMore({ hasMore, isBusy, error, onLoad, children }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!hasMore && hadFocus.current && document.activeElement === document.body) {
      end.current?.focus({ preventScroll: true })
    }
    hadFocus.current = false
  }, [hasMore])
  return (
    <div ref={end} tabIndex={-1} className="outline-none [overflow-anchor:none]">
      {hasMore && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <Button
            look="second"
            isBusy={isBusy}
            onFocus={() => (hadFocus.current = true)}
            onBlur={({ relatedTarget }) => (hadFocus.current = relatedTarget === null)}
            onClick={onLoad}
          >
            {error ? m.common_try_again() : m.list_load_more()}
          </Button>
          {children}
          {error && (
            <p role="alert" className="w-full text-sm text-danger">
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

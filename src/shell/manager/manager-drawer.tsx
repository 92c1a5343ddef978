import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { LibraryBrand } from '#kit/installation/shared/library-brand.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { ManagerNavigation, type ManagerNavigationProps } from './manager-navigation.tsx'

interface ManagerDrawerProps extends ManagerNavigationProps {
  onClose: () => void
}

/**
 * The navigation on a phone: a drawer over the page. A `<dialog>` manages the focus, closes at Escape and makes the
 * page behind inert.
 */
export function ManagerDrawer({ onClose, ...navigation }: ManagerDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const href = useLocation({ select: (location) => location.href })
  const openedAt = useRef(href)
  useEffect(() => {
    const shown = dialog.current
    if (!shown) return
    shown.showModal()
    // Closes at a click outside or on any item, also that of the current page, but not on a button that unfolds items.
    const onClick = ({ target }: MouseEvent) => {
      if (target === shown || (target instanceof Element && target.closest('a, button:not([aria-expanded])')))
        shown.close()
    }
    shown.addEventListener('click', onClick)
    return () => {
      shown.removeEventListener('click', onClick)
      shown.close()
    }
  }, [])
  useEffect(() => {
    // Closes on any navigation, Back included.
    if (href !== openedAt.current) dialog.current?.close()
  }, [href])
  return (
    <dialog
      ref={dialog}
      aria-label={m.nav_menu()}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-e border-line bg-surface p-0 text-ink transition-transform duration-200 backdrop:bg-veil starting:open:-translate-x-full rtl:starting:open:translate-x-full"
    >
      <div className="flex min-h-full flex-col px-3 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <div className="flex items-center justify-between ps-2.5">
          <LibraryBrand />
          <button
            type="button"
            aria-label={m.common_close()}
            className="grid size-11 place-items-center rounded-md text-muted"
          >
            <Icon name="close" />
          </button>
        </div>
        <ManagerNavigation {...navigation} />
      </div>
    </dialog>
  )
}

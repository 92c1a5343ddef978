import '#noun-words.ts'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { keepFocus } from '#base/lib/form/keep-focus.ts'
import { LibraryBrand } from '#kit/installation/shared/library-brand.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { lazyPart } from '#base/ui/lazy-part.tsx'
import { areSingleKeysOn, isForPage } from '#base/ui/single-keys.ts'
import { ManagerDrawer } from './manager-drawer.tsx'
import { ManagerNavigation, type ManagerNavigationProps } from './manager-navigation.tsx'

const KeysDialog = lazyPart(async () => (await import('../keys-dialog.tsx')).KeysDialog)

/** The layout of the manager area: a sidebar, on a phone a drawer. `?` shows the keyboard shortcuts. */
export function ManagerFrame({ person }: Pick<ManagerNavigationProps, 'person'>) {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const [areKeysOpen, setAreKeysOpen] = useState(false)
  const [wereKeysOpen, setWereKeysOpen] = useState(false)
  const openKeys = () => {
    setWereKeysOpen(true)
    setAreKeysOpen(true)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || !isForPage(event) || !areSingleKeysOn()) return
    event.preventDefault()
    openKeys()
  })
  useEffect(keepFocus, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className="min-h-dvh md:grid print:block md:grid-cols-[15.5rem_minmax(0,1fr)]">
      <header className="flex items-center justify-between border-b border-line bg-surface px-5 py-2 md:hidden print:hidden">
        <LibraryBrand />
        <nav aria-label={m.nav_menu()}>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isDrawerOpen}
            aria-label={m.nav_menu()}
            onClick={() => setIsDrawerOpen(true)}
            className="-me-2 grid size-11 place-items-center rounded-md"
          >
            <Icon name="menu" />
          </button>
        </nav>
      </header>
      <header className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-e border-line bg-surface px-3 py-4 md:flex print:hidden">
        <span className="px-2.5 pt-1 pb-1.5">
          <LibraryBrand />
        </span>
        <ManagerNavigation person={person} onKeys={openKeys} />
      </header>
      <div className="min-w-0">
        <Outlet />
      </div>
      {isDrawerOpen && <ManagerDrawer person={person} onClose={() => setIsDrawerOpen(false)} />}
      {wereKeysOpen && <KeysDialog isOpen={areKeysOpen} onClose={() => setAreKeysOpen(false)} />}
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LibraryBrand } from '#kit/installation/shared/library-brand.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { LanguageSelect } from '#base/ui/language-select.tsx'
import { ThemeSelect } from '#base/ui/theme-select.tsx'

interface DocumentationFrameProps {
  /** The area to link back to; undefined when signed out. */
  area: 'manager' | 'app' | undefined
  /** The page's own address, to which a sign-in leads back. */
  path: string
  /** Whether the page is in the visitor's language. */
  hasLanguages?: boolean
  children: ReactNode
}

/** The layout of public documentation: brand, theme, the way back, and the width of the window. */
export function DocumentationFrame({ area, path, hasLanguages = false, children }: DocumentationFrameProps) {
  return (
    <>
      <header className="border-b border-line bg-surface print:hidden">
        <div className="mx-auto flex w-full max-w-[90rem] items-center gap-2 px-5 py-2 sm:px-7">
          <Link to="/" aria-label={m.common_home()} className="inline-flex min-h-11 items-center rounded-sm">
            <LibraryBrand />
          </Link>
          <div className="ms-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
            <ThemeSelect isIconOnly className="text-muted" />
            {hasLanguages && <LanguageSelect hasIcon />}
            <BackLink area={area} path={path} />
          </div>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-[90rem] px-5 pb-16 sm:px-7">
        {children}
      </main>
    </>
  )
}

function BackLink({ area, path }: Pick<DocumentationFrameProps, 'area' | 'path'>) {
  const look = buttonClass('second', 'whitespace-nowrap max-sm:px-3')
  if (!area) {
    return (
      <Link to="/login" search={{ redirect: path }} className={look}>
        {m.login_page_title()}
      </Link>
    )
  }
  return (
    <Link to={area === 'manager' ? '/manager' : '/app'} className={look}>
      <Icon name="back" />
      {area === 'manager' ? m.nav_manager() : m.nav_open_app()}
    </Link>
  )
}

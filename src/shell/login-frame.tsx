import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LibraryBrand } from '#features/settings/shared/library-brand.tsx'
import { LanguageSelect } from '#ui/language-select.tsx'
import { ThemeSelect } from '#ui/theme-select.tsx'

/** The layout before sign-in: brand, theme and language, one column. */
export function LoginFrame({ children }: { children?: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[27rem] flex-col sm:max-w-[64rem]">
      <header className="flex flex-wrap items-center px-5 py-4">
        <Link to="/login" className="inline-flex min-h-11 items-center rounded-sm">
          <LibraryBrand />
        </Link>
        <div className="ms-auto flex flex-wrap items-center justify-end text-muted">
          <ThemeSelect isIconOnly />
          <LanguageSelect hasIcon />
        </div>
      </header>
      <div className="mx-auto w-full max-w-[27rem] flex-1 px-6 pt-8 pb-12 sm:pt-[9vh]">{children ?? <Outlet />}</div>
    </div>
  )
}

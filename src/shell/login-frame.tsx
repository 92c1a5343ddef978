import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LibraryBrand } from '#kit/installation/shared/library-brand.tsx'
import { LanguageSelect } from '#base/ui/language-select.tsx'
import { ThemeSelect } from '#base/ui/theme-select.tsx'

interface LoginFrameProps {
  /** Whether what is in it has more than a few fields. */
  isWide?: boolean
  children?: ReactNode
}

/** The layout before sign-in: brand, theme and language, one column. */
export function LoginFrame({ isWide = false, children }: LoginFrameProps) {
  const width = isWide ? 'max-w-[41rem] sm:pt-[5vh]' : 'max-w-[27rem] sm:pt-[9vh]'
  return (
    <div
      className={`mx-auto flex min-h-dvh w-full flex-col ${isWide ? 'max-w-[41rem]' : 'max-w-[27rem]'} sm:max-w-[64rem]`}
    >
      <header className="flex flex-wrap items-center px-5 py-4">
        <Link to="/login" className="inline-flex min-h-11 items-center rounded-sm">
          <LibraryBrand />
        </Link>
        <div className="ms-auto flex flex-wrap items-center justify-end text-muted">
          <ThemeSelect isIconOnly />
          <LanguageSelect hasIcon />
        </div>
      </header>
      <div className={`mx-auto w-full flex-1 px-6 pt-8 pb-12 ${width}`}>{children ?? <Outlet />}</div>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { getLocale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { LibraryBrand } from '#features/settings/shared/library-brand.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ManagerIcon } from '#ui/manager-icon.tsx'
import { ThemeSelect } from '#ui/theme-select.tsx'
import { ApiReferenceView } from './api-reference-view.tsx'
import { DOCUMENT_URL } from './api-reference.ts'

interface ApiDocsPageProps {
  /** The area to link back to; undefined when signed out. */
  area: 'manager' | 'app' | undefined
}

/** `/api/docs`: the API reference with requests to try. Public. */
export function ApiDocsPage({ area }: ApiDocsPageProps) {
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex w-full max-w-[90rem] items-center gap-2 px-5 py-2 sm:px-7">
          <Link to="/" aria-label={m.common_home()} className="inline-flex min-h-11 items-center rounded-sm">
            <LibraryBrand />
          </Link>
          <div className="ms-auto flex items-center gap-2">
            <ThemeSelect isIconOnly className="text-muted" />
            <BackLink area={area} />
          </div>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-[90rem] px-5 pb-16 sm:px-7">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-7">
          <div>
            <h1 className="text-3xl" tabIndex={-1}>
              {m.nav_api_docs()}
            </h1>
            <p className="mt-2 max-w-prose text-muted">
              {area ? m.api_docs_signed_in() : m.api_docs_signed_out()}{' '}
              {getLocale() === 'en' ? null : m.api_docs_english()}
            </p>
          </div>
          <a href={DOCUMENT_URL} className={buttonClass('second')}>
            <ManagerIcon name="code" />
            {m.api_docs_document()}
          </a>
        </div>
        <ApiReferenceView />
      </main>
    </>
  )
}

function BackLink({ area }: ApiDocsPageProps) {
  const look = buttonClass('second', 'whitespace-nowrap max-sm:px-3')
  if (!area) {
    return (
      <Link to="/login" search={{ redirect: '/api/docs' }} className={look}>
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

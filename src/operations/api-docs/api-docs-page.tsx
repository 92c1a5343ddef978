import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { ManagerIcon } from '#base/ui/manager-icon.tsx'
import { ApiReferenceView } from './api-reference-view.tsx'
import { DOCUMENT_URL } from './api-reference.ts'
import { DocumentationFrame } from './shared/documentation-frame.tsx'

interface ApiDocsPageProps {
  /** The area to link back to; undefined when signed out. */
  area: 'manager' | 'app' | undefined
}

/** `/api/docs`: the API reference with requests to try. Public. */
export function ApiDocsPage({ area }: ApiDocsPageProps) {
  return (
    <DocumentationFrame area={area} path="/api/docs">
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
    </DocumentationFrame>
  )
}

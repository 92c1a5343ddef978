import { Link } from '@tanstack/react-router'
import { DocumentationFrame } from '#operations/api-docs/shared/documentation-frame.tsx'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { DocsPageText } from './docs.schema.ts'
import './docs.css'

interface DocsPageProps {
  page: DocsPageText
  /** The area to link back to; undefined when signed out. */
  area: 'manager' | 'app' | undefined
}

/** `/docs/$name`: a page of documentation for who runs the library. Public. */
export function DocsPage({ page: { name, title, language, html, contents, pages }, area }: DocsPageProps) {
  const isOwn = language === getLocale()
  return (
    <DocumentationFrame area={area} path={`/docs/${name}`} hasLanguages>
      <div className="pt-7 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10">
        <div className="max-lg:mb-6 print:hidden" dir="ltr" lang={language}>
          <nav
            aria-label={m.docs_title()}
            className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto"
          >
            <Pages pages={pages} />
            <details className="mt-2 px-2.5 lg:hidden">
              <summary className="min-h-11 cursor-pointer py-2.5 font-medium">{m.docs_contents()}</summary>
              <Contents contents={contents} />
            </details>
            <div className="mt-4 max-lg:hidden">
              <p className="px-2.5 pb-1 text-xs font-semibold text-muted">{m.docs_contents()}</p>
              <Contents contents={contents} />
            </div>
          </nav>
        </div>
        <article className="docs min-w-0" dir="ltr" lang={language}>
          {!isOwn && (
            <p className="mb-4 text-muted" dir="auto" lang={getLocale()}>
              {m.docs_english()}
            </p>
          )}
          <h1 className="text-3xl" tabIndex={-1}>
            {title}
          </h1>
          {/* Made by the server of the files of this version alone. */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </article>
      </div>
    </DocumentationFrame>
  )
}

const Contents = ({ contents }: Pick<DocsPageText, 'contents'>) => (
  <ul>
    {contents.map(({ id, text }) => (
      <li key={id}>
        <a href={`#${id}`} className="flex min-h-9 items-center rounded-sm px-2.5 text-sm hover:text-accent">
          {text}
        </a>
      </li>
    ))}
  </ul>
)

function Pages({ pages }: Pick<DocsPageText, 'pages'>) {
  return (
    <ul className="flex flex-wrap gap-1 lg:flex-col">
      {pages.map((one) => (
        <li key={one.name}>
          <Link
            to="/docs/$name"
            params={{ name: one.name }}
            className="block min-h-11 rounded-sm px-2.5 py-2.5 font-medium hover:bg-surface aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
          >
            {one.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

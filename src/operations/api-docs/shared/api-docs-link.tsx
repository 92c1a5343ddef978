import { m } from '#base/i18n/paraglide/messages.js'

/** The way to the documentation of the API, which is a document with a security policy of its own. */
export const ApiDocsLink = ({ className }: { className: string }) => (
  <a href="/api/docs" className={className}>
    {m.nav_api_docs()}
  </a>
)

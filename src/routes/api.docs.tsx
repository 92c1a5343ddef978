import { createFileRoute, notFound } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { pageTitle } from '#shell/page-title.ts'
import { MessagePage } from '#shell/message-page.tsx'

export const Route = createFileRoute('/api/docs')({
  loader: () => {
    throw notFound()
  },
  head: ({ match }) => ({ meta: [{ title: pageTitle(m.error_NOT_FOUND(), match.context) }] }),
  notFoundComponent: () => <MessagePage hasBrand title={m.api_docs_title()} text={m.api_docs_text()} />,
})

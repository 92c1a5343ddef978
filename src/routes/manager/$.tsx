import { createFileRoute, notFound } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { NotFoundPage } from '#shell/pages/not-found-page.tsx'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/manager/$')({
  loader: () => {
    throw notFound()
  },
  head: titleHead(m.page_404_title),
  notFoundComponent: NotFoundPage,
})

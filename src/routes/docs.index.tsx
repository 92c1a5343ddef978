import { createFileRoute, redirect } from '@tanstack/react-router'
import { DOCS_PAGES } from '#operations/docs/docs.schema.ts'

export const Route = createFileRoute('/docs/')({
  beforeLoad: () => {
    throw redirect({ to: '/docs/$name', params: { name: DOCS_PAGES[0] } })
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { ClassSetListPage } from '#school/class-set/class-set-list-page.tsx'
import { classSetsQuery } from '#school/class-set/class-set.data.ts'
import { guardByLending } from '#lending/lending.guard.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/class-sets/')({
  beforeLoad: ({ context }) => guardByLending(context, 'loan:read'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(classSetsQuery)
    return { title: m.class_set_list() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: ClassSetListPage,
})

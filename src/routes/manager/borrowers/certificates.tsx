import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { guardByLending } from '#lending/lending.guard.ts'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { CertificatePage } from '#school/school-year/certificate/certificate-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

const idSchema = z.catch(z.optional(z.uuid()), undefined)

export const Route = createFileRoute('/manager/borrowers/certificates')({
  validateSearch: z.object({ groupId: idSchema, borrowerId: idSchema }),
  beforeLoad: ({ context }) => guardByLending(context, 'loan:read'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(groupsQuery)
    return { title: m.certificate_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <CertificatePage {...Route.useSearch()} />
}

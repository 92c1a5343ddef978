import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { certificateRouter } from './certificate.router.server.ts'
import type { CertificateInput } from './certificate.schema.ts'

const listCertificates = createServerFn({ method: 'GET' })
  .validator((input: CertificateInput) => input)
  .handler(({ data }) => callProcedure(certificateRouter.list, data))

/** Who of a class, or whether one borrower, has or owes books. Its key begins as those of borrowers, which loans refresh. */
export const certificatesQuery = (input: CertificateInput) =>
  queryOptions({
    queryKey: ['borrower', 'certificates', input],
    queryFn: () => listCertificates({ data: input }),
    staleTime: 0,
  })

import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { certificateInputSchema, certificatesSchema, type CertifiedPerson } from './certificate.schema.ts'

/** Who of a class, or whether one borrower, has or owes books, and which; the others owe nothing. NOT_FOUND without the borrower. */
const list = procedure('loan:read')
  .input(certificateInputSchema)
  .output(certificatesSchema)
  .handler(async ({ input }) => {
    const day = libraryDay()
    const { rows } = await db.execute<CertifiedPerson & Record<string, unknown>>(sql`
      select b.id, b.name, b.card, b.school_number as "schoolNumber", g.name as "className", coalesce(has.books, '[]') as books
      from borrower as b left join borrower_group as g on g.id = b.group_id
        left join lateral (
          select jsonb_agg(jsonb_build_object('id', loan.id, 'title', book.title, 'number', copy.number, 'dueOn', loan.due_on,
            'isLate', loan.lost_at is null and loan.due_on < ${day}, 'isLost', loan.lost_at is not null)
            order by loan.due_on, loan.id) as books
          from loan join copy on copy.id = loan.copy_id join book on book.id = copy.book_id
          where loan.borrower_id = b.id and loan.returned_at is null and loan.settled_as is null
        ) as has on true
      where ${'groupId' in input ? sql`b.group_id = ${input.groupId}` : sql`b.id = ${input.borrowerId}`}
      order by b.sort_name, b.id`)
    if (rows.length === 0 && 'borrowerId' in input) throw createError('NOT_FOUND')
    return { people: rows, day }
  })

export const certificateRouter = { list }

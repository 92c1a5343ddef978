import * as z from 'zod/mini'
import { versionInput } from '#base/lib/list/version-input.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { borrowerIdSchema, borrowerInputSchema } from '#lending/borrower/borrower.schema.ts'

/** What is taken from the other borrower: the fields that people write, and the account. That a library card was printed goes with its number. */
const mergedFieldSchema = z.union([z.keyof(z.omit(borrowerInputSchema, { cardPrintedOn: true })), z.literal('userId')])
export type MergedField = z.output<typeof mergedFieldSchema>

export const borrowerMergeSchema = withSchemaName(
  'BorrowerMerge',
  'Two borrowers who are one person.',
  z.extend(borrowerIdSchema, {
    version: withDescription(versionInput('borrower'), 'The version in which the borrower who stays was read.', 3),
    otherId: withDescription(
      z.uuid(),
      'Id of the borrower who is merged into the one of the path.',
      '01a1fc5f-3ab8-7a11-8c2d-9e0f1a2b3c4e',
    ),
    otherVersion: withDescription(versionInput('borrower'), 'The version in which that one was read.', 1),
    take: z._default(
      withDescription(
        z.array(mergedFieldSchema).check(z.maxLength(20)),
        'The fields of the other one that replace those of the one who stays; `userId` is the account.',
        ['card'],
      ),
      [],
    ),
  }),
)

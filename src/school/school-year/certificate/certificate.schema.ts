import * as z from 'zod/mini'

/** The borrowers of a class, or one. */
export const certificateInputSchema = z.union([
  z.strictObject({ groupId: z.uuid() }),
  z.strictObject({ borrowerId: z.uuid() }),
])
export type CertificateInput = z.infer<typeof certificateInputSchema>

const personSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  card: z.string(),
  schoolNumber: z.string(),
  className: z.nullable(z.string()),
  /** What they have or owe; nothing for who gets the certificate. */
  books: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      number: z.string(),
      dueOn: z.string(),
      isLate: z.boolean(),
      isLost: z.boolean(),
    }),
  ),
})
export type CertifiedPerson = z.infer<typeof personSchema>

export const certificatesSchema = z.object({
  people: z.array(personSchema),
  /** The day of the library, which stands on the paper. */
  day: z.string(),
})

import * as z from 'zod/mini'

/** What labels are of: copies, or borrowers for their library cards. */
const labelAboutSchema = z.enum(['copies', 'cards'])
export type LabelAbout = z.infer<typeof labelAboutSchema>

/** Those that were not printed yet, were printed today, or all. */
export const labelWhichSchema = z.enum(['missing', 'today', 'all'])
export type LabelWhich = z.infer<typeof labelWhichSchema>

/** The search parameters of the page, in every visitor's first download; invalid values fall back to the defaults. */
export const labelsSearchSchema = z.object({
  about: z.catch(z._default(labelAboutSchema, 'copies'), 'copies'),
  which: z.catch(z._default(labelWhichSchema, 'missing'), 'missing'),
  from: z.catch(z.optional(z.string().check(z.maxLength(30))), undefined),
  to: z.catch(z.optional(z.string().check(z.maxLength(30))), undefined),
  groupId: z.catch(z.optional(z.uuid()), undefined),
  /** Those that were selected in the list, which the browser keeps. */
  chosen: z.catch(z.optional(z.boolean()), undefined),
})
export type LabelsSearch = z.infer<typeof labelsSearchSchema>

/** What the address asks for, without what was selected in a list. */
export const rangeOf = ({ which, from, to }: LabelsSearch) => ({
  which,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})

/** As `rangeOf`, of library cards. */
export const cardRangeOf = (search: LabelsSearch) => ({
  ...rangeOf(search),
  ...(search.groupId !== undefined && { groupId: search.groupId }),
})

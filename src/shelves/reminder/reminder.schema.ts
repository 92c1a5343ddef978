import * as z from 'zod/mini'
import { locales } from '#base/i18n/locale.ts'

/** What becomes paper: slips, letters, or for each what the class or group says. */
const letterFormSchema = z.enum(['group', 'slip', 'letter'])
export type LetterForm = z.infer<typeof letterFormSchema>

/** For whom letters are: of a class, late for so many days at least, in a language of their own or in that of the page. */
export const lettersInputSchema = z.strictObject({
  groupId: z.optional(z.uuid()),
  days: z._default(z.int().check(z.minimum(1), z.maximum(365)), 1),
  form: z._default(letterFormSchema, 'group'),
  /** Undefined: that of each borrower, else of the group, else of the page. */
  language: z.optional(z.enum(locales)),
})
export type LettersInput = z.output<typeof lettersInputSchema>

/** A book in a letter, in the letter's language. */
const letterBookSchema = z.object({
  loanId: z.uuid(),
  title: z.string(),
  author: z.string(),
  /** Number of the copy, or how many copies of a class set. */
  number: z.string(),
  /** Since when it is late, or when it was noted as lost. */
  state: z.string(),
  isLost: z.boolean(),
  /** As the library writes it; empty where it is not known. */
  price: z.string(),
})
export type LetterBook = z.infer<typeof letterBookSchema>

/** A slip or a letter, whole in its language. */
const letterSchema = z.object({
  borrowerId: z.uuid(),
  kind: z.enum(['slip', 'letter']),
  language: z.enum(locales),
  direction: z.enum(['ltr', 'rtl']),
  day: z.string(),
  name: z.string(),
  group: z.string(),
  /** The school number or library card of one of several with the name and class; empty else. */
  mark: z.string(),
  /** The library card, in words. */
  card: z.string(),
  books: z.array(letterBookSchema),
  words: z.object({
    heading: z.string(),
    addressee: z.string(),
    greeting: z.string(),
    request: z.string(),
    book: z.string(),
    number: z.string(),
    state: z.string(),
    price: z.string(),
    note: z.string(),
    regards: z.string(),
    library: z.string(),
  }),
})
export type Letter = z.infer<typeof letterSchema>

/** Letters by class and name. */
export const lettersSchema = z.array(letterSchema)

export const printedInputSchema = z.strictObject({
  loanIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(10_000)),
})
/** When letters were noted as printed, in ISO 8601: by this moment it is taken back. */
export const printedSchema = z.strictObject({ at: z.iso.datetime() })

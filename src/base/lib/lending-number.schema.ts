import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { westernDigits } from './search/digits.ts'

/** A number as it is stored: Western digits, without spaces. */
const plainNumber = (text: string): string => westernDigits(text).replace(/\s/g, '')

/** What a label or a card says: up to 30 letters, digits and hyphens. Empty for the next number of Maktaba. */
export const lendingNumberSchema = z
  .string()
  .check(z.overwrite(plainNumber), z.maxLength(30), z.regex(/^[A-Za-z0-9-]*$/, { error: problemKey('number_invalid') }))

import type * as z from 'zod/mini'
import { borrowersChosenSchema, type BorrowersChosen } from '#lending/borrower/borrower.schema.ts'
import { copiesChosenSchema, type CopiesChosen } from '#lending/copy/bulk/copy-bulk.schema.ts'

const KEYS = { copies: 'label-copies', cards: 'label-cards' } as const
const chosen = new Map<string, string>()

function keep(key: string, value: CopiesChosen | BorrowersChosen): void {
  const text = JSON.stringify(value)
  chosen.set(key, text)
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // Without storage a reload loses it.
  }
}

function read(key: string): string {
  try {
    return chosen.get(key) ?? sessionStorage.getItem(key) ?? ''
  } catch {
    return chosen.get(key) ?? ''
  }
}

/** Keeps the copies that were selected in the list, for their labels: too many for an address. */
export const keepChosenCopies = (value: CopiesChosen): void => keep(KEYS.copies, value)
/** Keeps the borrowers that were selected in the list, for their library cards. */
export const keepChosenBorrowers = (value: BorrowersChosen): void => keep(KEYS.cards, value)

/** The copies that were selected, as text; empty for none. */
export const chosenCopiesText = (): string => read(KEYS.copies)
/** The borrowers that were selected, as text; empty for none. */
export const chosenBorrowersText = (): string => read(KEYS.cards)

/** A kept selection; undefined for none. */
export const keptCopiesOf = (text: string) => parsed(text, copiesChosenSchema)
export const keptBorrowersOf = (text: string) => parsed(text, borrowersChosenSchema)

function parsed<Value>(text: string, schema: z.ZodMiniType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { readCode } from '#base/lib/scan/read-code.ts'
import { actOnce } from './shared/act-once.server.ts'
import { findByCard, findByIsbn, findCopyByNumber, findPaddedCopies } from './shared/find-numbers.server.ts'
import { findByName, withSchoolNumbers } from './find/find-names.server.ts'
import { findByTitle } from './find/find-titles.server.ts'
import type { DeskChoice, DeskCopy } from './desk-parts.schema.ts'
import { scanAnswerSchema, type ScanAnswer, type ScanInput } from './desk.schema.ts'
import { deskBook, deskBorrower, findRules } from './shared/desk-views.server.ts'
import { notice } from './shared/lend-copy.server.ts'
import { scanCopy, type Done, type Scan } from './scan-copy.server.ts'

/** Does what a scan at the desk means, by the table of docs/lending.md. */
export async function scanAtDesk(session: CurrentSession, input: ScanInput): Promise<ScanAnswer> {
  const titles = await titlesOf(input)
  return actOnce(session, {
    input,
    read: (answer) => scanAnswerSchema.parse(answer),
    run: async (tx) => {
      const rules = input.borrowerId === undefined ? undefined : await findRules(tx, input.borrowerId)
      const { answer, record = {} } = await scanCode({ tx, session, input, rules }, titles)
      // A borrower whom the act has changed is read again.
      const open = answer.result === 'borrower' ? undefined : rules
      return {
        answer: { actId: input.actId, ...answer, ...(open && { borrower: await deskBorrower(tx, open) }) },
        record: { ...(rules && { borrowerId: rules.id }), result: answer.result, ...record },
      }
    },
  })
}

/**
 * The books whose titles have these words, where no borrower is called so. Before the act: a search takes connections
 * of its own, for which no act that holds a connection may wait.
 */
async function titlesOf({ code, keys, borrowerId }: ScanInput): Promise<DeskChoice[]> {
  const { name, isName } = readCode(code, keys)
  if (!isName || name === undefined || (await findByName(db, name)).found > 0) return []
  return findByTitle(name, borrowerId)
}

async function scanCode(scan: Scan, titles: DeskChoice[]): Promise<Done> {
  const { tx, input } = scan
  const { text, numbers, isbns, name, isName } = readCode(input.code, input.keys)
  for (const number of numbers) {
    const item = await findCopyByNumber(tx, number)
    if (item) return scanCopy(scan, item)
    const person = await findByCard(tx, number)
    if (person) return openBorrower(tx, person.id)
  }
  for (const isbn of isbns) {
    const done = await scanIsbn(scan, isbn)
    if (done) return done
  }
  const padded = await findPaddedCopies(tx, numbers[0] ?? '')
  if (padded.length > 0) return choose(padded.map(({ copy: one, isOnLoan }) => choiceOf(one, isOnLoan)))
  // What a scanner has typed is no name, and stays in the list of unknown numbers.
  if (name === undefined || input.keys !== undefined) return unknown(text)
  const named = await scanName(scan, name, titles)
  return named ?? (isName ? { ...unknown(text), record: { code: text, result: NO_NAME } } : unknown(text))
}

/** What is kept as the result of words that nothing was found for: they are in no list of numbers. */
const NO_NAME = 'no_name'

/** Borrowers of that name, else books with these words; undefined without any. */
async function scanName({ tx }: Scan, name: string, titles: DeskChoice[]): Promise<Done | undefined> {
  const { people, found } = await findByName(tx, name)
  const [only] = people
  if (only && people.length === 1) return openBorrower(tx, only.id)
  if (only) {
    const choices = people.map((person) => ({ code: person.card, person, copy: null, isOnLoan: false }))
    return { answer: { result: 'choose', choices: await withSchoolNumbers(tx, choices), found, notices: [] } }
  }
  return titles.length > 0 ? choose(titles) : undefined
}

const choose = (choices: DeskChoice[]): Done => ({ answer: { result: 'choose', choices, notices: [] } })

const choiceOf = (item: DeskCopy, isOnLoan: boolean): DeskChoice => ({
  code: item.number,
  person: null,
  copy: item,
  isOnLoan,
})

/** A code that nothing here has: recorded as it was read, or as it was sent where nothing of it can be read. */
const unknown = (code: string): Done => ({
  answer: { result: 'unknown', notices: [] },
  ...(code !== '' && { record: { code } }),
})

async function openBorrower(tx: Transaction, id: string): Promise<Done> {
  const rules = await findRules(tx, id)
  if (!rules) return unknown(id)
  return {
    answer: { result: 'borrower', borrower: await deskBorrower(tx, rules), notices: [] },
    record: { borrowerId: id },
  }
}

async function scanIsbn(scan: Scan, isbn: string): Promise<Done | undefined> {
  const { tx } = scan
  const { bookId, copies } = await findByIsbn(tx, isbn)
  if (bookId === undefined) return undefined
  const [only] = copies
  if (!only)
    return {
      answer: { result: 'unknown', book: await deskBook(tx, bookId), notices: [notice('no_copy')] },
      record: { code: isbn },
    }
  const locked = copies.length === 1 ? await findCopyByNumber(tx, only.copy.number.toUpperCase()) : undefined
  if (locked) return scanCopy(scan, locked)
  const choices = copies.map(({ copy: one, isOnLoan }) => choiceOf(one, isOnLoan))
  return { answer: { result: 'choose', book: await deskBook(tx, bookId), choices, notices: [] } }
}

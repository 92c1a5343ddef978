import { readKept, writeKept } from '../catalogue-database.ts'
import { pagePerson } from '../page-person.ts'

// What the server has answered this page's person about their own, beside the offline catalogue: of the same person, and erased
// with it.

export interface KeptAnswer {
  answer: unknown
  /** When the server gave the answer, in milliseconds. */
  at: number
}

/** Keeps an answer on this device, where the person has an offline catalogue. Never throws. */
export async function keepAnswer(name: string, kept: KeptAnswer): Promise<void> {
  const personId = pagePerson()
  if (personId !== undefined) await writeKept(personId, name, kept).catch(() => undefined)
}

/** The answer that is kept; undefined without one. Never throws. */
export async function recallAnswer(name: string): Promise<KeptAnswer | undefined> {
  const personId = pagePerson()
  return personId === undefined ? undefined : readKept<KeptAnswer>(personId, name).catch(() => undefined)
}

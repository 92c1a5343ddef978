import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { db, type Database } from './client.server.ts'

/** A person who is signed in; `inNameOf` is whom a manager looks through, when it is not themselves. */
export interface ActingUser {
  userId: string
  inNameOf?: string
}

/** Who changes something: a person, the `operator` by the command line, or `none`, whose changes are not recorded (samples). */
export type Actor = ActingUser | 'operator' | 'none'

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Says for the rest of a transaction who acts in it: the triggers of `book` and `user` record their changes under it. */
export async function setActor(tx: Pick<Database, 'execute'>, actor: Actor): Promise<void> {
  const value = typeof actor === 'string' ? actor : JSON.stringify(actor)
  await tx.execute(sql`select set_config('maktaba.actor', ${value}, true)`)
}

const current = new AsyncLocalStorage<Transaction>()

/** Runs `run` in a transaction whose changes of books and users are recorded as the actor's. */
export const withActor = <T>(actor: Actor, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await setActor(tx, actor)
    return current.run(tx, () => run(tx))
  })

/** For a library that brings its own statements: the database, and within `withActor` its transaction. */
export const currentDatabase = (): Database =>
  new Proxy(db, { get: (outer, name) => Reflect.get(current.getStore() ?? outer, name) })

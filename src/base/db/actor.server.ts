import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { db, type Database } from './connection/client.server.ts'

/** A signed-in user; `inNameOf` is the user that they impersonate. */
export interface ActingUser {
  userId: string
  inNameOf?: string
}

/** Who makes a change: a user, the `operator` (command line), or `none`, whose changes are not recorded (samples). */
export type Actor = ActingUser | 'operator' | 'none'

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Sets the actor for the rest of a transaction; the triggers of `book`, `genre` and `user` record changes under it. */
export async function setActor(tx: Pick<Database, 'execute'>, actor: Actor): Promise<void> {
  const value = typeof actor === 'string' ? actor : JSON.stringify(actor)
  await tx.execute(sql`select set_config('maktaba.actor', ${value}, true)`)
}

/** The activity records rows that `run` adds or deletes as this action, such as `restore`, instead of create or delete. */
export async function recordedAs<T>(tx: Pick<Database, 'execute'>, action: string, run: () => Promise<T>): Promise<T> {
  await tx.execute(sql`select set_config('maktaba.action', ${action}, true)`)
  const result = await run()
  // After an error the setting need not be reset: it ends with the transaction.
  await tx.execute(sql`select set_config('maktaba.action', '', true)`)
  return result
}

/** The activity records the changes of the rest of a transaction as undos of others. */
export async function markUndoing(tx: Pick<Database, 'execute'>): Promise<void> {
  await tx.execute(sql`select set_config('maktaba.undoing', 'on', true)`)
}

const current = new AsyncLocalStorage<Transaction>()

/** Runs `run` in a transaction whose changes to books, genres and users are recorded as the actor's. */
export const withActor = <T>(actor: Actor, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await setActor(tx, actor)
    return current.run(tx, () => run(tx))
  })

/** For libraries with their own statements: the database, or within `withActor` its transaction. */
export const currentDatabase = (): Database =>
  new Proxy(db, { get: (outer, name) => Reflect.get(current.getStore() ?? outer, name) })

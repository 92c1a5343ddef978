import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { importRouter } from '#exchange/import/import.router.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import type { SignedInCaller } from './callers.ts'
import { classListRouter } from '#school/class-list/class-list.router.server.ts'
import type { ClassListChoices } from '#school/class-list/class-list.schema.ts'

/** Sends a file as a page does: what it is, is recognised, or `about` says it. */
const sendList = (manager: SignedInCaller, body: string | Buffer, filename: string, about = 'any') =>
  manager.request(`/api/v1/imports?dryRun=true&about=${about}`, {
    method: 'POST',
    headers: { 'x-filename': encodeURIComponent(filename) },
    body: typeof body === 'string' ? body : new Blob([new Uint8Array(body)]),
  })

/** A class list by the procedures of its page, from the file to the undo. */
export const classListOf = (caller: () => SignedInCaller) => {
  const get = (id: string) => caller().call(classListRouter.get, { id })

  async function send(body: string | Buffer, filename = 'eleves.csv'): Promise<string> {
    const answer = await sendList(caller(), body, filename)
    const state = await answer.json()
    expect(state, JSON.stringify(state)).toMatchObject({ about: 'borrower', state: 'waiting' })
    return state.id
  }

  async function choose(id: string, choices: Partial<ClassListChoices>) {
    const { choices: before } = await get(id)
    return caller().call(classListRouter.change, { id, choices: { ...before, ...choices } })
  }

  async function start(id: string): Promise<void> {
    const { mark } = await get(id)
    await caller().call(importRouter.move, { id, to: 'start', seen: mark })
    await runImport(id)
  }

  async function imported(body: string | Buffer, filename?: string): Promise<string> {
    const id = await send(body, filename)
    await start(id)
    return id
  }

  async function undo(id: string) {
    const expected = await caller().call(importRouter.expectedUndo, { id })
    await caller().call(importRouter.move, { id, to: 'undo' })
    await runImport(id)
    const { state, deleted, restored, kept } = await caller().call(importRouter.get, { id })
    expect({ deleted, restored, kept, copiesRemoved: 0 }).toEqual(expected)
    expect(state).toBe('undone')
    return { deleted, restored, kept }
  }

  const rows = async (id: string) => (await caller().call(classListRouter.rows, { id, limit: 100 })).items

  return { get, send, choose, start, imported, undo, rows }
}

/** Every table with its rows, without the trash, the activity, imports and what only counts changes. */
export async function allTables(): Promise<Record<string, unknown>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name !~ '^(deleted_|activity|book_import|borrower_import|upload|session|security_event|limit_hit|lending_counter)|_change$'
    order by 1`)
  const all: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await db.execute<{ doc: object }>(
      sql`select to_jsonb(t) - 'version' - 'updated_at' as doc from ${sql.identifier(name)} as t order by to_jsonb(t)::text`,
    )
    all[name] = rows.map(({ doc }) => doc)
  }
  return all
}

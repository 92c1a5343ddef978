import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { EmbeddedDatabase } from '#base/db/embedded/embedded.server.ts'
import { openData } from './seed.ts'
import type { Statement } from './statements.ts'

export interface Limit {
  url: string
  processId: number
  stop: () => Promise<void>
}

/** Options of limit-server.ts. */
export interface LimitOptions {
  connection: EmbeddedDatabase['connection']
  statements: Statement[]
}

/** The first page of the list, as one plain statement. */
const LIST: Statement = {
  name: 'limit_list',
  text: `select book.id, book.title, book.author, book.publisher, book.version, book.created_at as "createdAt",
  book.updated_at as "updatedAt", genre.id as "genreId", genre.name, genre.slug, genre.hue
from book left join genre on genre.id = book.genre_id
order by book.sort_title, book.id limit $1`,
  values: [21],
}

/**
 * Starts the minimal server in its own process: `node:http`, `pg` and two prepared statements, the captured one that looks up a
 * session, and the list.
 */
export async function startLimit(dataDir: string, captured: ReadonlyMap<string, Statement[]>): Promise<Limit> {
  const session = [...captured.values()].flat().find(({ name }) => name === 'session_by_token')
  if (!session) throw new Error('No request has looked up its session')
  const database = await openData(dataDir)
  const child = fork(join(import.meta.dirname, 'limit-server.ts'), { serialization: 'advanced' })
  const ended = once(child, 'exit')
  const statements = [{ ...session, name: 'limit_session' }, LIST]
  const options: LimitOptions = { connection: database.connection, statements }
  child.send(options)
  const [port]: unknown[] = await Promise.race([once(child, 'message'), ended.then(() => [])])
  if (typeof port !== 'number') throw new Error('The limit ended before it was ready')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await database.close()
  }
  return { url: `http://127.0.0.1:${port}`, processId: child.pid ?? 0, stop }
}

import { createServer } from 'node:http'
import { Pool } from 'pg'
import type { LimitOptions } from './limit.ts'

// The minimal server that answers a list to a signed-in user: the upper limit of any server on this machine.
process.once('message', ({ connection, statements }: LimitOptions) => {
  const pool = new Pool({ ...connection, max: 10 })
  const [session, list] = statements
  const server = createServer((_request, response) => {
    const answer = async () => {
      if (!session || !list) throw new Error('Two statements are needed')
      const person = await pool.query({ ...session, name: session.name ?? '' })
      const page = await pool.query({ ...list, name: list.name ?? '' })
      const body = JSON.stringify({ items: page.rows.slice(0, 20), isSignedIn: person.rows.length === 1 })
      response.writeHead(person.rows.length === 1 ? 200 : 401, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address ? address.port : 0)
  })
  process.once('SIGTERM', () => process.exit(0))
  process.once('disconnect', () => process.exit(0))
})

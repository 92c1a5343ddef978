import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { upload } from '#base/db/tables/upload.ts'
import { useDatabase } from '#test/database.ts'
import { receiveUpload } from './receive-upload.server.ts'

useDatabase()

/** A file whose sender closes the connection in the middle, as Node reports it. */
function cutOff(): Request {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('title\nNedj')),
    pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
  })
  // A stream needs `duplex`, which the types do not know.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  return new Request('http://localhost:3000/api/v1/imports', init)
}

test('a file that is cut off is no error of the server, and nothing of it is kept', async () => {
  await expect(receiveUpload(cutOff())).rejects.toMatchObject({ code: 'ABORTED', status: 499 })
  expect(await db.select().from(upload)).toEqual([])
})

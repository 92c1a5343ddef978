import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { now } from '#base/lib/clock.ts'
import { UPLOAD_LIMIT, type StoredUpload } from '#base/lib/stored-upload.ts'
import { fileTooLarge } from '#base/lib/http/too-large.server.ts'
import type { Transaction } from './actor.server.ts'
import { db, type Queryable } from './connection/client.server.ts'
import { upload, uploadChunk } from './tables/upload.ts'

const CHUNK_BYTES = 512 * 1024

/** Stores a file while it is read. Throws CONTENT_TOO_LARGE over `UPLOAD_LIMIT`, and then nothing is stored. */
export async function storeUpload(filename: string, body: AsyncIterable<Uint8Array>): Promise<StoredUpload> {
  const [stored] = await db.insert(upload).values({ filename }).returning({ id: upload.id })
  const uploadId = stored?.id ?? ''
  const hash = createHash('sha256')
  let size = 0
  let at = 0
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  const flush = async () => {
    if (pendingBytes === 0) return
    await db.insert(uploadChunk).values({ uploadId, at: at++, bytes: Buffer.concat(pending) })
    pending = []
    pendingBytes = 0
  }
  try {
    for await (const piece of body) {
      size += piece.length
      if (size > UPLOAD_LIMIT) throw fileTooLarge()
      hash.update(piece)
      pending.push(piece)
      pendingBytes += piece.length
      if (pendingBytes >= CHUNK_BYTES) await flush()
    }
    await flush()
  } catch (error) {
    await dropUpload(db, uploadId)
    throw error
  }
  return { id: uploadId, filename, size, digest: hash.digest('hex') }
}

/** The bytes of an upload, from the first. */
export async function* readUpload(id: string): AsyncGenerator<Buffer> {
  for (let at = 0; ; at++) {
    const [chunk] = await db
      .select({ bytes: uploadChunk.bytes })
      .from(uploadChunk)
      .where(and(eq(uploadChunk.uploadId, id), eq(uploadChunk.at, at)))
    if (!chunk) return
    yield chunk.bytes
  }
}

export const hasUpload = async (id: string): Promise<boolean> => (await db.$count(upload, eq(upload.id, id))) > 0

/** Moves the file of an upload to another id; false when it is not there. */
export async function moveUpload(tx: Transaction, from: string, to: string): Promise<boolean> {
  const [found] = await tx.select().from(upload).where(eq(upload.id, from)).for('update')
  if (!found) return false
  await tx.insert(upload).values({ ...found, id: to, createdAt: now() })
  await tx.update(uploadChunk).set({ uploadId: to }).where(eq(uploadChunk.uploadId, from))
  await dropUpload(tx, from)
  return true
}

export const dropUpload = async (on: Queryable, id: string): Promise<void> =>
  void (await on.delete(upload).where(eq(upload.id, id)))

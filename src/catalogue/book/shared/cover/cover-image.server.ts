import { createHash } from 'node:crypto'
import { and, eq, exists, not } from 'drizzle-orm'
import { isOlder } from '#base/db/clock/counted-from.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { coverImage } from '#base/db/tables/cover-image.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { withoutMetadata } from '../../cover/picture-metadata.server.ts'
import { readPicture } from '../../cover/picture.server.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { now } from '#base/lib/clock.ts'
import { coverNameSchema } from '../../cover/cover-name.schema.ts'
import { LEAST_PIXELS, MOST_PIXELS, MOST_TIMES } from '../../cover/cover.schema.ts'

/**
 * Stores a picture without what a camera has noted in it, unless it is there. Returns its name, which has the size that is shown;
 * FILE_REFUSED for what is no picture, or one of another size or shape than covers have.
 */
export async function storeCover(sent: Buffer): Promise<string> {
  const picture = readPicture(sent)
  if (!picture) throw createError('FILE_REFUSED', { sentence: m.cover_refused() })
  const { mediaType } = picture
  const { bytes, isTurned } = withoutMetadata(sent, mediaType)
  const [width, height] = isTurned ? [picture.height, picture.width] : [picture.width, picture.height]
  const size = pixels({ width, height })
  if (width > MOST_PIXELS.width || height > MOST_PIXELS.height)
    throw createError('FILE_REFUSED', { sentence: m.cover_pixels({ size, limit: pixels(MOST_PIXELS) }) })
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (short < LEAST_PIXELS || long > short * MOST_TIMES)
    throw createError('FILE_REFUSED', {
      sentence: m.cover_shape({ size, least: formatNumber(LEAST_PIXELS), times: formatNumber(MOST_TIMES) }),
    })
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const id = `${hash}-${width}x${height}`
  const createdAt = now()
  await db
    .insert(coverImage)
    .values({ id, mediaType, bytes, createdAt })
    .onConflictDoUpdate({ target: coverImage.id, set: { createdAt } })
  return id
}

/** Whether a picture is there; one that no book has got yet stays as long as if it had been sent now. */
export async function renewCover(id: string): Promise<boolean> {
  const { rowCount } = await db.update(coverImage).set({ createdAt: now() }).where(eq(coverImage.id, id))
  return rowCount !== 0
}

const pixels = ({ width, height }: typeof MOST_PIXELS): string => `${formatNumber(width)} × ${formatNumber(height)}`

/**
 * A picture by its name, in a list of one; empty for an unknown name. `ofBooks` leaves out those that no book has now: of deleted
 * books, of former versions, and sent ones that are not saved.
 */
export async function readCover(
  id: string,
  { ofBooks }: { ofBooks: boolean },
): Promise<{ mediaType: string; bytes: Buffer }[]> {
  if (!coverNameSchema.safeParse(id).success) return []
  const hasBook = exists(db.select({ id: book.id }).from(book).where(eq(book.cover, id)))
  return db
    .select({ mediaType: coverImage.mediaType, bytes: coverImage.bytes })
    .from(coverImage)
    .where(and(eq(coverImage.id, id), ofBooks ? hasBook : undefined))
}

/** Deletes the pictures that were sent before a moment and that no book ever had. */
export const purgeCovers = (before: Date) =>
  db.delete(coverImage).where(and(not(coverImage.isUsed), isOlder(coverImage.createdAt, before)))

import { withActor } from '#base/db/actor.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { documentFile, documentProblems } from '#base/openapi/document-problems.server.ts'
import { OUTDATED } from '#base/openapi/rest-routes.server.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import { hasAccess, procedure } from '#base/rpc/procedure.server.ts'
import { bookRows } from '../edit/book-rows.server.ts'
import { selectBook } from '../shared/select-books.server.ts'
import { bookIdSchema, bookSchema } from '../book.schema.ts'
import { coverAddress } from '#base/lib/cover-address.ts'
import { readCover, storeCover } from '../shared/cover/cover-image.server.ts'
import { bookCoverSchema, COVER_LIMIT, coverImageSchema, coverPathSchema } from './cover.schema.ts'

const tags = ['Books']
const PICTURE = 'a JPEG, PNG or WebP of at most 2,000 × 3,000 pixels'

/** Answers with a picture; NOT_FOUND for an unknown one. */
async function pictureResponse(
  cover: string,
  headers: Record<string, string>,
  { ofBooks } = { ofBooks: true },
): Promise<Response> {
  const { mediaType, bytes } = requireRow(await readCover(cover, { ofBooks }))
  return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-type': mediaType } })
}

/** Stores a picture for a book that is saved with its name later. FILE_REFUSED, CONTENT_TOO_LARGE. */
const send = procedure('book:update', { takenBack: 'nothing', fileLimit: COVER_LIMIT })
  .route({
    method: 'POST',
    path: '/covers',
    operationId: 'sendCover',
    summary: 'Send a picture of a cover',
    description: `The body is the picture, ${PICTURE}, recognised from its bytes. The answer has its name, which is the \`cover\` of a new book or of a change; a picture that no book gets is deleted after seven days.`,
    successDescription: 'The picture is stored.',
    tags,
    successStatus: 201,
    spec: documentProblems('FILE_REFUSED'),
  })
  .output(coverImageSchema)
  .handler(async ({ context }) => {
    const cover = await storeCover(context.file ?? Buffer.alloc(0))
    context.resHeaders?.set('location', coverAddress(cover))
    return { cover }
  })

/**
 * The bytes of a picture, which its address names for good. One that no book has now is there for who changes books alone, who see it in
 * a form, the history and the trash: NOT_FOUND for others.
 */
const read = procedure('book:read')
  .route({
    method: 'GET',
    path: '/covers/{cover}',
    operationId: 'readCover',
    summary: 'Read a picture of a cover',
    description:
      'The picture with this name. It never changes: keep it. One that no book has any more, or not yet, is read by who may change books.',
    successDescription: 'The picture.',
    tags,
    spec: documentFile('image/*'),
  })
  .input(coverPathSchema)
  .handler(({ input, context: { session } }) =>
    pictureResponse(
      input.cover,
      { 'cache-control': 'private, max-age=31536000, immutable' },
      { ofBooks: !hasAccess(session, 'book:update') },
    ),
  )

/** The picture that a book has now. NOT_FOUND where its cover is drawn. */
const get = procedure('book:read')
  .route({
    method: 'GET',
    path: '/books/{id}/cover',
    operationId: 'getBookCover',
    summary: 'Read the picture of a book',
    description:
      'The picture that the book has now; NOT_FOUND where its cover is drawn. `Content-Location` has the address at which the same picture is for good.',
    successDescription: 'The picture.',
    tags,
    spec: documentFile('image/*'),
  })
  .input(bookIdSchema)
  .handler(async ({ input }) => {
    const { cover } = requireRow(await selectBook(requireId(input.id)))
    if (cover === null) throw createError('NOT_FOUND')
    return pictureResponse(cover, { 'content-location': coverAddress(cover), 'cache-control': 'no-store' })
  })

/** Gives a book a picture, by the rules of a change. FILE_REFUSED, CONTENT_TOO_LARGE. */
const set = procedure('book:update', { takenBack: 'undo', isVersioned: true, fileLimit: COVER_LIMIT })
  .route({
    method: 'PUT',
    path: '/books/{id}/cover',
    operationId: 'setBookCover',
    summary: 'Give a book a picture',
    description: `The body is the picture, ${PICTURE}, recognised from its bytes. It is the cover of the book from now on, if the book is still as it was read: name its \`version\`, or its \`ETag\` in \`If-Match\`.`,
    successDescription: 'The book as it is now.',
    tags,
    spec: documentProblems('FILE_REFUSED', ...OUTDATED),
  })
  .input(bookCoverSchema)
  .output(bookSchema)
  .handler(async ({ input, context }) => {
    const cover = await storeCover(context.file ?? Buffer.alloc(0))
    return withActor(context.session.actor, (tx) => bookRows.update(tx, context, { ...input, cover }))
  })

/** Removes the picture of a book, by the rules of a change: its cover is drawn again. */
const remove = procedure('book:update', { takenBack: 'undo', isVersioned: true })
  .route({
    method: 'DELETE',
    path: '/books/{id}/cover',
    operationId: 'removeBookCover',
    summary: 'Remove the picture of a book',
    description:
      'The cover of the book is drawn again, if the book is still as it was read: name its `version`, or its `ETag` in `If-Match`.',
    successDescription: 'The book as it is now.',
    tags,
    spec: documentProblems(...OUTDATED),
  })
  .input(bookCoverSchema)
  .output(bookSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, (tx) => bookRows.update(tx, context, { ...input, cover: null })),
  )

export const coverRouter = { send, read, get, set, remove }

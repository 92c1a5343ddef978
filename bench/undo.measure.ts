import { inArray, like } from 'drizzle-orm'
import { withActor } from '#db/actor.server.ts'
import { db } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import { activityRouter } from '#features/activity/activity.router.server.ts'
import type { UndoneBurst } from '#features/activity/undo/undo.schema.ts'
import { undoRouter } from '#features/activity/undo/undo.router.server.ts'
import { bookTrashRouter } from '#features/book/trash/book-trash.router.server.ts'
import { moveBooksToTrash } from '#features/book/trash/book-trash.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { withEmptyDatabase } from './empty-database.ts'
import { median } from './median.ts'

const BOOKS = 1000
const ROUNDS = 5
/** Milliseconds that taking back a thousand changes, or bringing back a thousand books, may take. */
const LIMIT = 2000

async function addBooks(): Promise<string[]> {
  const rows = Array.from({ length: BOOKS }, (_, n) => ({ title: `Many ${n}`, author: `Author ${n % 50}` }))
  return (await db.insert(book).values(rows).returning({ id: book.id })).map(({ id }) => id)
}

/** Takes the newest line of the activity back, part by part as the page does. */
async function undoNewest(manager: SignedInCaller): Promise<number> {
  const [line] = (await manager.call(activityRouter.lines, {})).items
  if (!line) throw new Error('There is no line')
  let undone = 0
  let next: number | null = line.id
  while (next !== null) {
    const part: UndoneBurst = await manager.call(undoRouter.burst, { id: next, lastId: line.lastId })
    undone += part.undone
    next = part.next
  }
  return undone
}

async function timed(name: string, act: () => Promise<number>): Promise<boolean> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    const count = await act()
    if (count !== BOOKS) throw new Error(`${name}: ${count} of ${BOOKS}`)
    times.push(performance.now() - started)
  }
  const time = median(times)
  console.log(`${name.padEnd(40)} ${time.toFixed(0).padStart(6)} ms, at most ${LIMIT}`)
  return time <= LIMIT
}

/** A thousand changes of one person taken back at once, and a thousand books brought back from the trash. */
export default () =>
  withEmptyDatabase(async () => {
    const manager = await as('manager')
    const actor = { userId: manager.user.id }
    const ids = await addBooks()
    await withActor(actor, (tx) => tx.update(book).set({ publisher: 'New' }).where(inArray(book.id, ids)))
    // The undo of an undo makes the change again.
    const isUndoQuick = await timed('1,000 changes are taken back', () => undoNewest(manager))
    const isTrashQuick = await timed('1,000 books go to the trash and back', async () => {
      await withActor(actor, (tx) => moveBooksToTrash(tx, like(book.title, 'Many %'), actor))
      return (await manager.call(bookTrashRouter.restore, { ids })).restored.length
    })
    return isUndoQuick && isTrashQuick
  })

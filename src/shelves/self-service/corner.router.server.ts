import * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { cornerProcedure } from './corner-key.server.ts'
import { handleCornerScan } from './corner-scan.server.ts'
import { clearTurn, cornerState } from './corner-turn.server.ts'
import {
  cornerIdSchema,
  cornerScanAnswerSchema,
  cornerScanInputSchema,
  cornerStateSchema,
  listedCornerSchema,
  openCornerSchema,
} from './corner.schema.ts'
import { closeCorner, listCorners, makeCorner, liftLock } from './corners.server.ts'

/** Makes a corner of this device, and signs out on it. Not by an API key, which is on no device. See `makeCorner`. */
const open = procedure('desk:lend', { takenBack: 'again', isMyself: true })
  .input(openCornerSchema)
  .handler(({ input, context: { session, cookies, userAgent } }) => {
    if (session.scopes) throw createError('FORBIDDEN')
    return makeCorner(session, input, { cookies, userAgent })
  })

/** The open corners, locked ones first. */
const list = procedure('desk:lend', { takenBack: 'nothing' })
  .output(z.array(listedCornerSchema))
  .handler(() => listCorners())

/** Lets a locked corner go on. NOT_FOUND. */
const unlock = procedure('desk:lend', { takenBack: 'again' })
  .input(cornerIdSchema)
  .handler(({ input, context: { session } }) => liftLock(session, input.id))

/** Ends a corner for good: its device can be opened anew. NOT_FOUND where it has ended. */
const end = procedure('desk:lend', { takenBack: 'again' })
  .input(cornerIdSchema)
  .handler(({ input, context: { session } }) => closeCorner(session, input.id))

/** What the page of this device's corner shows. CORNER_CLOSED. */
const state = cornerProcedure('nothing')
  .output(cornerStateSchema)
  .handler(({ context: { corner } }) => db.transaction((tx) => cornerState(tx, corner.id)))

/** Does what a scan means. CORNER_CLOSED; TOO_MANY_REQUESTS beyond 60 in a minute. */
const scan = cornerProcedure('undo')
  .input(cornerScanInputSchema)
  .output(cornerScanAnswerSchema)
  .handler(({ input, context: { corner } }) => handleCornerScan(corner, input))

/** Ends the turn: the next one begins with a card. CORNER_CLOSED. */
const done = cornerProcedure('again')
  .output(cornerStateSchema)
  .handler(({ context: { corner } }) =>
    db.transaction(async (tx) => {
      await clearTurn(tx, corner.id)
      return cornerState(tx, corner.id)
    }),
  )

export const cornerRouter = { open, list, unlock, end, state, scan, done }

import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { librarySettingsRouter } from './library-settings.router.server.ts'
import type { LibrarySettingsChange } from './library-settings.schema.ts'

/** Changes what the library decides itself. Returns the id by which it is taken back. */
export const changeLibrarySettings = createServerFn({ method: 'POST' })
  .validator((input: LibrarySettingsChange) => input)
  .handler(({ data }) => callProcedure(librarySettingsRouter.change, data))

/** Takes a change back. Throws NOT_UNDOABLE. */
export const undoLibraryChange = createServerFn({ method: 'POST' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(librarySettingsRouter.undo, data))

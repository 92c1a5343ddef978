import * as z from 'zod/mini'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { changedSettingsSchema } from '#kit/library-settings/library-settings.schema.ts'
import { pluggedInNow } from '../shared/second-folder-setting.server.ts'
import { chooseSecondFolder } from './choose-folder.server.ts'
import { fillSecondFolder } from './fill-second-folder.server.ts'
import { pluggedInSchema, secondFolderInputSchema } from './second-folder.schema.ts'

/** The drives that are plugged in just now. */
const pluggedIn = procedure('settings:read').output(pluggedInSchema).handler(pluggedInNow)

/**
 * Changes where backups are copied to, once the folder has taken a file. Throws VALIDATION_ERROR with what is wrong with the
 * folder, SESSION_EXPIRED without a recent authentication.
 */
const choose = procedure('settings:update', { takenBack: 'again' })
  .input(secondFolderInputSchema)
  .output(changedSettingsSchema)
  .handler(({ input, context: { session } }) => chooseSecondFolder(input.folder, session))

/** Copies backups no more; what was copied stays. Throws SESSION_EXPIRED without a recent authentication. */
const stop = procedure('settings:update', { takenBack: 'again' })
  .output(changedSettingsSchema)
  .handler(({ context: { session } }) => chooseSecondFolder(null, session))

/** Copies what is missing in the second folder, in the background; the list of backups tells how it goes. */
const fill = procedure('backup:create', { takenBack: 'nothing' })
  .output(z.void())
  .handler(() => {
    const { log } = requestContext()
    fillSecondFolder(log, new AbortController().signal).catch((error: unknown) =>
      log.error({ err: error }, 'Backups could not be copied'),
    )
  })

export const secondFolderRouter = { pluggedIn, choose, stop, fill }

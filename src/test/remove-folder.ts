import { rm } from 'node:fs/promises'

/** Removes a folder with all in it, if it is there, also one into which mails are still being written: they are sent after the answer. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10 })

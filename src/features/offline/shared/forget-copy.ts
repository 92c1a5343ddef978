import { mayHaveCopy } from './copy-mark.ts'

/** Erases what this device keeps, if there is something: loads the code for it only then. Never throws. */
export async function forgetCopy(): Promise<void> {
  if (!mayHaveCopy()) return
  try {
    const { eraseCopyInTime } = await import('./keep-copy.ts')
    await eraseCopyInTime()
  } catch {
    // The code could not be loaded: the mark stays, and the next page tries again.
  }
}

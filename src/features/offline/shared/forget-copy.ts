import { mayHaveCopy } from './copy-mark.ts'

/** Milliseconds that erasing may take. Browsers have had faults by which their storage never answers. */
const PATIENCE = 3000

/**
 * Erases what this device keeps, if there is something: loads the code for it only then. Never throws, and ends in time:
 * if something is left, the mark stays, and the next page tries again.
 */
export async function forgetCopy(): Promise<void> {
  if (!mayHaveCopy()) return
  await Promise.race([erase().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}

async function erase(): Promise<void> {
  const { eraseCopy } = await import('./keep-copy.ts')
  await eraseCopy()
}

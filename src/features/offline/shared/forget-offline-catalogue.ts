import { mayHaveOfflineCatalogue } from './offline-mark.ts'

/** Erases what this device keeps, if there is something: loads the code for it only then. Never throws. */
export async function forgetOfflineCatalogue(): Promise<void> {
  if (!mayHaveOfflineCatalogue()) return
  try {
    const { eraseOfflineCatalogueInTime } = await import('./store-offline-catalogue.ts')
    await eraseOfflineCatalogueInTime()
  } catch {
    // The code could not be loaded: the mark stays, and the next page tries again.
  }
}

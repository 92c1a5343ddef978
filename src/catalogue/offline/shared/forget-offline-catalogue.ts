import { mayHaveOfflineCatalogue } from '#kit/offline/shared/offline-mark.ts'

/** Erases what this device keeps, if anything: only then the code that erases is loaded. Never throws. */
export async function forgetOfflineCatalogue(): Promise<void> {
  if (!mayHaveOfflineCatalogue()) return
  try {
    const { eraseOfflineCatalogueInTime } = await import('./store-offline-catalogue.ts')
    await eraseOfflineCatalogueInTime()
  } catch {
    // The code could not be loaded: the mark stays, and the next page tries again.
  }
}

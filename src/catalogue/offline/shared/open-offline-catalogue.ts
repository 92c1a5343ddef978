import { mayHaveOfflineCatalogue } from '#kit/offline/shared/offline-mark.ts'
import type { OfflineCatalogue } from '../catalogue-store.ts'
import { pagePerson } from '../page-person.ts'

/** The offline catalogue of this page's person; undefined without one, and outside of the reader area. */
export async function openOfflineCatalogue(): Promise<OfflineCatalogue | undefined> {
  const person = pagePerson()
  if (person === undefined || !mayHaveOfflineCatalogue() || !location.pathname.startsWith('/app')) return undefined
  // The code of the catalogue may not be on the device: then the server's answer counts, or its error.
  const store = await import('../catalogue-store.ts').catch(() => undefined)
  return store?.openCatalogue(person)
}

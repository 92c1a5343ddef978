import { brotliDecompressSync } from 'node:zlib'
import { catalogueAfter, type Catalogue } from '#catalogue/offline/catalogue.ts'
import { catalogueView, type OfflineCatalogue } from '#catalogue/offline/catalogue-view.ts'
import { CATALOGUE_PATH, type CatalogueAnswer } from '#catalogue/offline/catalogue-wire.ts'
import type { SignedInCaller } from '../callers.ts'

/** A phone of a reader, which holds its offline catalogue in memory: all of it but IndexedDB. */
export class OfflinePhone {
  readonly #reader: SignedInCaller
  #catalogue: Catalogue | undefined
  version: string | undefined

  constructor(reader: SignedInCaller) {
    this.#reader = reader
  }

  /** The server's answer; undefined if nothing has changed. */
  async ask(): Promise<CatalogueAnswer | undefined> {
    const query = new URLSearchParams({ person: this.#reader.user.id })
    if (this.version !== undefined) query.set('since', this.version)
    const headers = { 'accept-encoding': 'br' }
    const response = await this.#reader.request(`${CATALOGUE_PATH}?${query.toString()}`, { headers })
    if (response.status === 204) return undefined
    if (response.status !== 200) throw new Error(await response.text())
    const body = Buffer.from(await response.arrayBuffer())
    const isPacked = response.headers.get('content-encoding') === 'br'
    return JSON.parse((isPacked ? brotliDecompressSync(body) : body).toString())
  }

  /** Brings the offline catalogue up to date. Returns the answer that it was made of. */
  async refresh(): Promise<CatalogueAnswer | undefined> {
    const answer = await this.ask()
    if (answer === undefined) return undefined
    const catalogue = await catalogueAfter(answer, this.#catalogue)
    if (!catalogue) {
      if (answer.kind === 'whole') throw new Error('The whole catalogue does not add up')
      this.version = undefined
      return this.refresh()
    }
    this.version = answer.version
    this.#catalogue = catalogue
    return answer
  }

  get catalogue(): OfflineCatalogue {
    if (!this.#catalogue) throw new Error('The phone has no offline catalogue yet')
    return catalogueView(this.#catalogue, new Date())
  }
}

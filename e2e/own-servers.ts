import { renewed, stateOf, type State } from '../testing/enter.ts'
import { copyLibrary, type Template } from './library.ts'
import { ADMIN, startServer, type RunningServer } from '../testing/server.ts'

export interface OwnServer extends Pick<RunningServer, 'url' | 'dataDir' | 'stop' | 'hang'> {
  /** The cookies of its manager, who is signed in at the first call. */
  managerState: () => Promise<State>
}

type Start = () => Promise<OwnServer>

export interface OwnSettings {
  settings: Record<string, string>
  /** Log errors that the tests provoke. */
  expected: readonly RegExp[]
  /** It runs until the worker ends, for the files that share it; others stop when the next one is asked for. */
  isShared: boolean
}

/** Starts a server on a copy of the seeded library, or on a new library if the settings include a seed. */
export async function startOwnServer({ settings, expected, isShared }: OwnSettings): Promise<OwnServer> {
  // The global setup has set it.
  const templates: { own: Template; shared: Template } = JSON.parse(process.env.E2E_TEMPLATES ?? '')
  const library = settings.SEED === undefined ? await copyLibrary(templates[isShared ? 'shared' : 'own']) : undefined
  const server = await startServer({ ...library?.settings, ...settings }, expected)
  library?.belongsTo(server.dataDir)
  return {
    url: server.url,
    dataDir: server.dataDir,
    hang: server.hang,
    stop: async () => {
      await server.stop()
      await library?.drop()
    },
    managerState: renewed(() => stateOf(server.url, 'admin', { email: ADMIN, dataDir: server.dataDir })),
  }
}

/**
 * The separate servers of a worker. They are no worker fixtures of the files: Playwright would replace the worker and its
 * browser for each file, which takes longer than the tests of most.
 */
export class OwnServers {
  readonly #shared = new Map<Start, Promise<OwnServer>>()
  #current: { start: Start; server: Promise<OwnServer> } | undefined

  /** The server that `start` has started or now starts. */
  async get(start: Start, isShared: boolean): Promise<OwnServer> {
    const running = this.#current?.start === start ? this.#current.server : this.#shared.get(start)
    if (running) return running
    if (isShared) {
      const server = start()
      this.#shared.set(start, server)
      return server
    }
    await stop(this.#current?.server)
    this.#current = { start, server: start() }
    return this.#current.server
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#shared.values(), this.#current?.server].map(stop))
  }
}

async function stop(server: Promise<OwnServer> | undefined): Promise<void> {
  // One that could not start has failed its test.
  await (await server?.catch(() => undefined))?.stop()
}

import { makeTemplate } from './make-template.ts'
import { forget, newDataDir, startServer } from '../testing/server.ts'

/** Starts one server for all journeys. Returns its shutdown, which fails the run if it does not end cleanly. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = newDataDir()
  const own = await makeTemplate(dataDir)
  // A second PostgreSQL: the connections of one would not do for all servers.
  const sharedDir = newDataDir()
  const shared = await makeTemplate(sharedDir)
  const server = await startServer({ DATA_DIR: dataDir })
  // Workers inherit these.
  process.env.E2E_URL = server.url
  process.env.E2E_DATA_DIR = server.dataDir
  process.env.E2E_TEMPLATES = JSON.stringify({ own: own.template, shared: shared.template })
  return async () => {
    await own.close()
    await server.stop()
    await shared.close()
    await forget(sharedDir)
  }
}

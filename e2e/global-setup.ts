import { makeTemplate } from './library.ts'
import { newDataDir, startServer } from './server.ts'

/** Starts one server for all journeys. Returns its shutdown, which fails the run if it does not end cleanly. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = newDataDir()
  const leaveDatabase = await makeTemplate(dataDir)
  const server = await startServer({ DATA_DIR: dataDir })
  // Workers inherit these.
  process.env.E2E_URL = server.url
  process.env.E2E_DATA_DIR = server.dataDir
  return async () => {
    await leaveDatabase()
    await server.stop()
  }
}

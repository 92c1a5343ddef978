import { createServer } from 'vite'
import { closeDevelopmentServer } from '#development.server.ts'
import { env } from '#base/env/env.server.ts'
import { EnvError } from '#base/env/read-env.server.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'

try {
  const { host, port } = env()
  const server = await createServer({
    root: projectRoot,
    server: { host, port, strictPort: true },
    // Vite ends at SIGTERM, and when its terminal is gone, once its plugins have closed.
    plugins: [{ name: 'close-database', closeBundle: closeDevelopmentServer }],
  })
  await server.listen()
  server.printUrls()
  process.once('SIGINT', () => void server.close().finally(() => process.exit(0)))
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exit(1)
}

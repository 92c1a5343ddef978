import { createServer } from 'vite'
import { env } from '#env/env.server.ts'
import { EnvError } from '#env/read-env.server.ts'
import { projectRoot } from '#lib/project-root.server.ts'

try {
  const { host, port } = env()
  const server = await createServer({ root: projectRoot, server: { host, port, strictPort: true } })
  await server.listen()
  server.printUrls()
  const stop = async () => {
    const { default: app } = await server.ssrLoadModule('/src/server.ts')
    await app.close()
    await server.close()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exit(1)
}

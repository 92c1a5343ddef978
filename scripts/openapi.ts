import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { compileMessages } from './compile-messages.ts'

// Writes the committed OpenAPI document, which a test compares with the server's. Uses Vite's runner, since the
// messages are compiled for it.
await compileMessages()
const { module } = await runnerImport<{ openApiText: () => Promise<string> }>(
  join(projectRoot, 'src', 'openapi-text.server.ts'),
)
mkdirSync(join(projectRoot, 'docs'), { recursive: true })
writeFileSync(join(projectRoot, 'docs', 'openapi.json'), await module.openApiText())
process.exit(0)

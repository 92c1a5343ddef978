import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdtempSync, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeRepository } from '../../../scripts/package/repository.ts'
import type { DebianRoot } from '../debian-root.ts'

const ADDRESS = 'packages@example.org'

/**
 * Writes an apt repository of the packages, serves it, and lets a Debian use it as docs/operations.md says. `use` runs while it is
 * served. Leaves the Debian with the source switched off again.
 */
export async function withRepository(
  debian: DebianRoot,
  packages: readonly string[],
  use: (folder: string) => void | Promise<void>,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'maktaba-gpg-'))
  const folder = join(home, 'repository')
  const former = process.env.GNUPGHOME
  process.env.GNUPGHOME = home
  const words = ['--batch', '--quiet', '--pinentry-mode', 'loopback', '--passphrase', '']
  execFileSync('gpg', [...words, '--quick-generate-key', ADDRESS, 'ed25519', 'sign', 'never'], { stdio: 'pipe' })
  const server = createServer((request, response) => {
    const file = join(folder, decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    if (!existsSync(file)) return void response.writeHead(404).end()
    createReadStream(file).pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const source = 'etc/apt/sources.list.d/maktaba.sources'
  try {
    writeRepository({ folder, packages, key: ADDRESS })
    mkdirSync(debian.path('etc/apt/keyrings'), { recursive: true })
    copyFileSync(join(folder, 'maktaba.gpg'), debian.path('etc/apt/keyrings/maktaba.gpg'))
    const fields = {
      Types: 'deb',
      URIs: `http://127.0.0.1:${port}/`,
      Suites: 'stable',
      Components: 'main',
      'Signed-By': '/etc/apt/keyrings/maktaba.gpg',
    }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
    debian.write(source, lines.join(''))
    await use(folder)
  } finally {
    rmSync(debian.path(source), { force: true })
    server.close()
    execFileSync('gpgconf', ['--kill', 'all'])
    if (former === undefined) delete process.env.GNUPGHOME
    else process.env.GNUPGHOME = former
    rmSync(home, { recursive: true, force: true })
  }
}

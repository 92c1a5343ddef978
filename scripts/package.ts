import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { fieldsOf } from '#lib/fields-of.ts'
import { projectRoot } from '#lib/project-root.server.ts'
import { publicKeyOf } from '#lib/signed-package.server.ts'
import { ARCHITECTURES, writeDebianPackage } from './package/debian.ts'

const USAGE = `npm run package -- deb [--architecture ${Object.keys(ARCHITECTURES).join('|')}] [--revision 1] [--folder packages] [--sign KEY [--trust PUBLIC-KEY]]

Writes a Debian package with the built server, Node and PostgreSQL inside. It needs dpkg-deb, and fetches the programs of the
architecture from the npm registry. KEY is a file with an Ed25519 private key (openssl genpkey -algorithm ed25519): managers can
install packages that it has signed from the page of updates. PUBLIC-KEY, where the next packages will be signed by another key.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    architecture: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'amd64' },
    revision: { type: 'string', default: '1' },
    folder: { type: 'string', default: resolve(projectRoot, 'packages') },
    sign: { type: 'string' },
    trust: { type: 'string' },
  },
})
const architecture = fieldsOf(ARCHITECTURES).find((name) => name === values.architecture)
if (
  positionals.join() !== 'deb' ||
  architecture === undefined ||
  !/^[1-9]\d{0,5}$/.test(values.revision) ||
  (values.trust !== undefined && values.sign === undefined)
) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 1
} else {
  const { revision, folder, sign, trust } = values
  const key = sign === undefined ? undefined : readFileSync(sign, 'utf8')
  const file = await writeDebianPackage({
    architecture,
    revision,
    folder: resolve(folder),
    ...(key !== undefined && {
      signing: { key, trusted: trust === undefined ? publicKeyOf(key) : readFileSync(trust, 'utf8') },
    }),
  })
  process.stdout.write(`${file}\n`)
}

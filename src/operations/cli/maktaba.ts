import { existsSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { buildInfo } from '#base/lib/build-info.server.ts'
import { addVerbs } from './verbs.ts'

const WRONG_USAGE = 2

const isFromSources = import.meta.filename.endsWith('.ts')

const program = new Command('maktaba')
  .description('Looks after a Maktaba library: its database, genres, users and books.')
  .usage(isFromSources ? '<verb> …   (npm run maktaba -- <verb> …)' : '<verb> …')
  .addHelpText('after', '\nSettings come from the environment, as for the server: DATABASE_URL or DATA_DIR, and SEED.')
  .showHelpAfterError('(--help says more)')
  .version(`Maktaba ${buildInfo().release}`)
  .exitOverride()
addVerbs(program)

// Error messages are compiled by a build; run from sources, compiles them if there has been none.
const messages = new URL('../../base/i18n/paraglide/messages.js', import.meta.url)
if (isFromSources && !existsSync(messages))
  await (await import('../../../scripts/compile-messages.ts')).compileMessages()

// The reader of the output, such as `head`, has closed it: it has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = await exitCodeOf(error)
}

async function exitCodeOf(error: unknown): Promise<number> {
  // Commander has printed its message; its exit code is 0 after --help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE
  const { errorLine } = await import('./failure.ts')
  process.stderr.write(`${errorLine(error)}\n`)
  return 1
}

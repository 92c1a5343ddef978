import type { Command } from 'commander'

const HELP = `
Asks UPDATE_URL, which answers with JSON that has a version, as https://registry.npmjs.org/<package>/latest does.
Nothing is asked unless it is set, nothing is sent along, and nothing is installed.

Exit code: 0 if this version is the newest, 10 if there is a newer one, 1 if that could not be found out.`

/** `update-check`. */
export const addUpdateCheck = (program: Command): Command =>
  program
    .command('update-check')
    .description('ask whether there is a newer version')
    .addHelpText('after', HELP)
    .action(async () => {
      const { checkForUpdate } = await import('./update-check-actions.ts')
      process.exitCode = await checkForUpdate()
    })

import type { Command } from 'commander'

const HELP = `
Asks the sources of LOOKUP, in its order, and prints what each says. Nothing is saved in the catalogue. Answers are
remembered for 30 days, and the sources are not asked more often than they allow.

Exit code: 0 if every ISBN was found, 10 if one of them is in none of the sources, 1 if one was not found and a source
failed.`

/** `lookup ISBN…`. */
export const addLookup = (program: Command): Command =>
  program
    .command('lookup')
    .description('ask other catalogues for the data of books by ISBN')
    .argument('<isbn...>', '10 or 13 digits, with or without hyphens')
    .addHelpText('after', HELP)
    .action(async (isbns: string[]) => {
      const { printLookups } = await import('./lookup-actions.ts')
      process.exitCode = await printLookups(isbns)
    })

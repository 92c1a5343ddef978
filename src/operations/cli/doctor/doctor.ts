import type { Command } from 'commander'

const HELP = `
Looks at settings, folders, disk, database (every table and index is read), backups, clock and mail, and changes
nothing. Each line begins with ok, warning or problem; the latter two say what to do. A mail is sent to the first
address of ADMIN_EMAIL, or to --mail.

Exit code: 0 without a problem, else 1.`

/** `doctor`. */
export const addDoctor = (program: Command): Command =>
  program
    .command('doctor')
    .description('look for what is wrong or unwise, and say what to do')
    .option('--mail <address>', 'where the test mail goes')
    .option('--no-mail', 'send no test mail')
    .addHelpText('after', HELP)
    .action(async ({ mail }: { mail: string | boolean }) => {
      const { examine } = await import('./doctor-actions.ts')
      process.exitCode = await examine(mail)
    })

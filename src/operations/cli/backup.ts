import type { Command } from 'commander'

const BACKUP_HELP = `
Without FILE it goes into DATA_DIR/backups, beside those of each night: it is restored for a trial and compared, and a
server that runs copies it within the hour to the drive that a manager has chosen. It stays until it is deleted.

The file has all books, users and what belongs to them, as they are at this moment; the server may run meanwhile.
A file that exists is replaced once the backup is whole. Not in it: who is signed in, codes by mail, and settings
(environment variables, AUTH_SECRET among them). It names your readers: keep it where only you can read it.`

const RESTORE_HELP = `
Stop the server first. The file may be from this or an earlier version of Maktaba, and from an embedded database or a
PostgreSQL of your own. A library that is not empty is replaced only with --replace, after a backup of it into
DATA_DIR/backups. Either all of the file is restored, or nothing is changed.

Users, roles and API keys are those of the file, also keys that were revoked since. Everybody signs in again.`

/** `backup [FILE]` and `restore FILE`. */
export function addBackup(program: Command): Command {
  program
    .command('backup')
    .description('write the whole library to a file')
    .argument('[file]', 'such as library.maktaba; without it, one more in DATA_DIR/backups')
    .addHelpText('after', BACKUP_HELP)
    .action(async (file: string | undefined) => {
      const { backUpHere, backUpTo } = await import('./backup-actions.ts')
      await (file === undefined ? backUpHere() : backUpTo(file))
    })
  program
    .command('restore')
    .description('bring back the library of a backup file')
    .argument('<file>', 'a file that backup wrote')
    .option('--replace', 'replace a library that is not empty')
    .addHelpText('after', RESTORE_HELP)
    .action(async (file: string, { replace = false }: { replace?: boolean }) => {
      const { restoreFrom } = await import('./backup-actions.ts')
      await restoreFrom(file, replace)
    })
  return program
}

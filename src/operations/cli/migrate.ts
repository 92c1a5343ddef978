import type { Command } from 'commander'

export const addMigrate = (program: Command): Command =>
  program
    .command('migrate')
    .description('bring the database up to date')
    .action(async () => {
      const { withDatabase } = await import('./with-database.ts')
      await withDatabase(async () => undefined, 'none')
      process.stdout.write('The database is up to date.\n')
    })

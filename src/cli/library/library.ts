import { type Command } from 'commander'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const ADD_HELP = `
Makes a database and a role of its own at the server, a user of the operating system, settings in
/etc/maktaba/libraries/NAME.env and a site for Caddy, starts maktaba@NAME, and prints a sign-in card for its first
manager. By default the server is Debian's PostgreSQL on this machine, whose superuser root may be. Another one, such as a
cluster with failover, is named by --server with a role that may make databases and roles:

  maktaba library add kisumu https://kisumu.example.org --admin amina@example.org
  maktaba library add kisumu https://kisumu.example.org --admin amina@example.org --server postgres://root:…@db1:5432/postgres

Its own command line is: maktaba --library NAME <verb>`

const REMOVE_HELP = `
Writes a last backup into /var/backups/maktaba, then stops the library and removes its database, folder, settings
and user. 'library add … --from FILE' brings it back. Nothing is removed if the backup cannot be made.`

/** `library add|list|remove`: many libraries on one machine, by the Debian package. */
export function addLibrary(program: Command): Command {
  const library = program.command('library').description('many libraries on one machine: add, list and remove them')
  library
    .command('add')
    .description('add a library with a database, a user and a process of its own')
    .argument('<name>', 'such as kisumu: 2 to 24 small letters, digits and hyphens')
    .argument('<address>', 'what readers open, such as https://kisumu.example.org')
    .requiredOption('--admin <email>', 'who becomes its first manager')
    .option('--server <url>', 'the PostgreSQL server and a role that may make databases and roles')
    .option('--from <file>', 'a backup that it begins with')
    .addHelpText('after', ADD_HELP)
    .action(async (name: string, address: string, options: { admin: string; server?: string; from?: string }) => {
      const { addLibraryHere } = await import('./add.ts')
      await addLibraryHere({ name, address, ...options }, say)
    })
  library
    .command('list')
    .description('list the libraries of this machine: address, port, whether they answer, memory, newest backup (UTC)')
    .option('--json', 'as JSON, for programs')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { listLibraries } = await import('./list.ts')
      say(await listLibraries(json))
    })
  library
    .command('remove')
    .description('back a library up and remove it from this machine')
    .argument('<name>')
    .requiredOption('--yes', 'removes all that it has here, but for the backup')
    .option('--server <url>', 'as it was given to add')
    .addHelpText('after', REMOVE_HELP)
    .action(async (name: string, { server }: { server?: string }) => {
      const { removeLibrary } = await import('./remove.ts')
      await removeLibrary(name, server, say)
    })
  return library
}

import { type Command } from 'commander'
import { serverAddress, type GivenServer } from './server-address.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const warn = (text: string): void => void process.stderr.write(`${text}\n`)

const ADD_HELP = `
Makes a database and a role of its own at the server, a user of the operating system, settings in
/etc/maktaba/libraries/NAME.env and a site for Caddy, starts maktaba@NAME, and prints a sign-in card for its first
manager. By default the server is Debian's PostgreSQL on this machine, whose superuser root may be. Another one, such as a
cluster with failover, is named with a role that may make databases and roles in a file that only root may read, since everybody
reads the arguments of a program:

  maktaba library add kisumu https://kisumu.example.org --admin amina@example.org
  maktaba library add kisumu https://kisumu.example.org --admin amina@example.org --server-file /root/db1

where /root/db1 has the line postgres://root:password@db1:5432/postgres

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
    .option(
      '--server-file <file>',
      'a file with the address of the PostgreSQL server and a role that may make databases and roles',
    )
    .option('--server <url>', 'the same address, without a password')
    .option('--from <file>', 'a backup that it begins with')
    .addHelpText('after', ADD_HELP)
    .action(async (name: string, address: string, options: { admin: string; from?: string } & GivenServer) => {
      const { addLibraryHere } = await import('./add.ts')
      const { admin, from } = options
      const server = await serverAddress(options, warn)
      await addLibraryHere(
        { name, address, admin, ...(server !== undefined && { server }), ...(from !== undefined && { from }) },
        say,
      )
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
    .option('--server-file <file>', 'as it was given to add')
    .option('--server <url>', 'as it was given to add')
    .addHelpText('after', REMOVE_HELP)
    .action(async (name: string, options: GivenServer) => {
      const { removeLibrary } = await import('./remove.ts')
      await removeLibrary(name, await serverAddress(options, warn), say)
    })
  return library
}

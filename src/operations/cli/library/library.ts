import { type Command } from 'commander'
import { serverAddress, smtpAddress, type GivenServer } from './server-address.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const warn = (text: string): void => void process.stderr.write(`${text}\n`)

const ADD_HELP = `
Makes a database and a role of its own at the server, a user of the operating system, settings in
/etc/maktaba/libraries/NAME.env, a socket that only the proxy may connect to, and a site for Caddy, starts maktaba@NAME, and prints a sign-in card for its first
manager. By default the server is Debian's PostgreSQL on this machine, whose superuser root may be. Another one, such as a
cluster with failover, is named with a role that may make databases and roles in a file that only root may read, since everybody
reads the arguments of a program:

  maktaba library add kisumu https://kisumu.example.org --admin amina@example.org
  maktaba library add kisumu https://kisumu.example.org --admin amina@example.org --server-file /root/db1
  maktaba library add kisumu https://kisumu.example.org --admin amina@example.org --smtp-file /root/kisumu-mail

where /root/db1 has the line postgres://root:password@db1:5432/postgres, and /root/kisumu-mail the line
smtps://user:password@mail.example.org

Its own command line is: maktaba --library NAME <verb>`

const REMOVE_HELP = `
Writes a last backup into /var/backups/maktaba, then stops the library and removes its database, folder, settings
and user. 'library add … --from FILE' brings it back. Nothing is removed if the backup cannot be made.`

const CLOSE_HELP = `
Any program of this machine can connect to a port, and take it while its library is stopped. Requests wait meanwhile, but for
those that a reload of Caddy cuts off. Rewrites
the sites in /etc/maktaba/libraries, gives each library a token of its own for Prometheus, and takes METRICS_TOKEN and
TRUSTED_PROXIES out of /etc/maktaba/libraries.env. Versions before this one do not know sockets: go back to none of them after it.`

interface AddOptions extends GivenServer {
  admin: string
  from?: string
  smtpFile?: string
}

/** `library add|close-ports|list|remove`: many libraries on one machine, by the Debian package. */
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
    .option('--smtp-file <file>', 'a file with the address of its own mail server, password and all')
    .option('--from <file>', 'a backup that it begins with')
    .addHelpText('after', ADD_HELP)
    .action(async (name: string, address: string, options: AddOptions) => {
      const { addLibraryHere } = await import('./add.ts')
      const { admin, from, smtpFile } = options
      const server = await serverAddress(options, warn)
      const smtpUrl = smtpFile === undefined ? undefined : await smtpAddress(smtpFile)
      await addLibraryHere(
        {
          name,
          address,
          admin,
          ...(server !== undefined && { server }),
          ...(from !== undefined && { from }),
          ...(smtpUrl !== undefined && { smtpUrl }),
        },
        say,
      )
    })
  library
    .command('list')
    .description(
      'list the libraries of this machine: address, socket, whether they answer, memory, newest backup (UTC)',
    )
    .option('--json', 'as JSON, for programs')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { listLibraries } = await import('./list.ts')
      say(await listLibraries(json))
    })
  library
    .command('close-ports')
    .description('lead to libraries by sockets that only the proxy reaches, which were added with a port')
    .addHelpText('after', CLOSE_HELP)
    .action(async () => {
      const { closePorts } = await import('./close-ports.ts')
      await closePorts(say)
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

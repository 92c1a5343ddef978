import { readFile, stat } from 'node:fs/promises'
import { Failure } from '../failure.ts'

/** How the PostgreSQL server was named; neither for Debian's on this machine. */
export interface GivenServer {
  server?: string
  serverFile?: string
}

/**
 * The address of the server, in a file or as an argument. Everybody on the machine reads the arguments of a program, and the shell
 * keeps them: `warn` says so of one that has a password. Throws Failure for both at once, and for a file that others may read.
 */
export async function serverAddress(
  { server, serverFile }: GivenServer,
  warn: (line: string) => void,
): Promise<string | undefined> {
  if (serverFile === undefined) {
    if (server !== undefined && URL.canParse(server) && new URL(server).password !== '')
      warn(
        'The password in --server can be read by everybody on this machine while the command runs, and stays in the history of the shell: use --server-file, and change the password',
      )
    return server
  }
  if (server !== undefined) throw new Failure('Give --server or --server-file, not both')
  return readSecretFile('--server-file', serverFile)
}

/** The text of a file that only its owner may read. Throws Failure, by the name of the option, for any other. */
async function readSecretFile(option: string, file: string): Promise<string> {
  const { mode } = await stat(file).catch(() => {
    throw new Failure(`${option} is "${file}": there is no such file`)
  })
  if ((mode & 0o077) !== 0) throw new Failure(`${option} is "${file}": others may read it too; chmod 600 ${file}`)
  return (await readFile(file, 'utf8')).trim()
}

/** The address of a mail server with its password, from a file. Throws Failure for a file that others may read, or that has none. */
export async function smtpAddress(file: string): Promise<string> {
  const text = await readSecretFile('--smtp-file', file)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname !== '') return url.href.replaceAll("'", '%27')
  // The address may contain a password, so it is not printed.
  throw new Failure(
    `--smtp-file is "${file}": allowed is one line such as smtps://user:password@mail.example.org, with signs in the password as in an address (%40 for @)`,
  )
}

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
  const { mode } = await stat(serverFile).catch(() => {
    throw new Failure(`--server-file is "${serverFile}": there is no such file`)
  })
  if ((mode & 0o077) !== 0)
    throw new Failure(`--server-file is "${serverFile}": others may read it too; chmod 600 ${serverFile}`)
  return (await readFile(serverFile, 'utf8')).trim()
}

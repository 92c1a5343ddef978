import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { forget, INHERITED, newDataDir, readyUrl } from './server.ts'

/**
 * Makes a Unix socket and keeps it, and runs a program that gets it as systemd passes it, again and again until SIGTERM: each line of
 * standard input stops the one that runs.
 */
const KEEPER = `
use Socket; use POSIX ();
# Descriptors up to this one stay open in a program that is executed.
$^F = 10;
my ($path, @program) = @ARGV;
my $socket;
socket($socket, AF_UNIX, SOCK_STREAM, 0) and bind($socket, sockaddr_un($path)) and listen($socket, 511) or die "$path: $!";
my ($child, $over);
my $keeper = $$;
# What is forked inherits this until it executes its program: its own $child is 0 there, and 0 means every process of the group.
$SIG{TERM} = sub { POSIX::_exit(0) if $$ != $keeper; $over = 1; kill 'TERM', $child if $child };
while (!$over) {
  $child = fork() // die $!;
  if (!$child) {
    POSIX::dup2(fileno($socket), 3);
    $ENV{LISTEN_PID} = $$; $ENV{LISTEN_FDS} = 1;
    exec @program or die $!;
  }
  if (!fork()) { sysread(STDIN, my $line, 1); kill 'TERM', $child; POSIX::_exit(0) }
  1 while waitpid($child, 0) != $child;
  sleep 1;
}
`

interface SocketAnswer {
  status: number
  body: string
}

export interface SocketServer {
  /** Asks it by its socket, as its proxy does. */
  ask: (path: string, headers?: Record<string, string>) => Promise<SocketAnswer>
  /** Stops the server, which is started again a second later; the socket stays. */
  restart: () => void
  /** What it has logged. */
  logged: () => string
  stop: () => Promise<void>
}

/** Starts the built server with a socket in place of a port, on a new library. */
export async function startSocketServer(baseUrl: string, settings: Record<string, string> = {}): Promise<SocketServer> {
  const folder = mkdtempSync('/tmp/maktaba-socket-')
  const socketPath = join(folder, 'library.sock')
  const dataDir = newDataDir()
  const program = [process.execPath, '--expose-gc', join(projectRoot, 'dist/server/server.js')]
  const keeper = spawn('perl', ['-e', KEEPER, socketPath, ...program], {
    cwd: projectRoot,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
      NODE_ENV: 'production',
      BASE_URL: baseUrl,
      DATA_DIR: dataDir,
      MAIL: 'outbox',
      SEED: 'none',
      ...settings,
    },
  })
  let said = ''
  let logged = ''
  keeper.stdout.setEncoding('utf8').on('data', (part: string) => (said += part))
  keeper.stderr.setEncoding('utf8').on('data', (part: string) => (logged += part))
  await readyUrl(keeper, () => said).catch((error: Error) => {
    keeper.kill('SIGTERM')
    throw new Error(`${error.message}\n${logged.slice(-4000)}`)
  })
  return {
    ask: (path, headers = {}) => askBySocket(socketPath, path, headers),
    restart: () => void keeper.stdin.write('\n'),
    logged: () => logged,
    stop: async () => {
      keeper.kill('SIGTERM')
      await once(keeper, 'exit')
      rmSync(folder, { recursive: true })
      await forget(dataDir)
    },
  }
}

const askBySocket = (socketPath: string, path: string, headers: Record<string, string>): Promise<SocketAnswer> =>
  new Promise((resolve, reject) => {
    const asked = request({ socketPath, path, headers, agent: false })
    asked.once('error', reject)
    asked.once('response', (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => (body += part))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.once('error', reject)
    })
    asked.end()
  })

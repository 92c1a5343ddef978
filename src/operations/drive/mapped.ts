import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile, type FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Mount } from '#base/lib/drive/mount-table.server.ts'
import type { ServerUser } from './as-server.ts'
import { ENVIRONMENT, MountError } from './mount.ts'

/**
 * open_tree(2), mount_setattr(2) and move_mount(2), whose numbers are the same for all processors: mount(8) maps users from
 * util-linux 2.39 on alone. The folder is file 3; nosuid, nodev, noexec, nosymfollow.
 */
const SCRIPT = `
use strict;
my ($space, $target) = @ARGV;
my $nothing = '';
open(my $users, '<', $space) or die "$space: $!\\n";
my $tree = syscall(428, 3, $nothing, 0x81001);
$tree >= 0 or die "open_tree: $!\\n";
my $how = pack('Q4', 0x30000e, 0, 0, fileno($users));
syscall(442, $tree, $nothing, 0x1000, $how, length($how)) == 0 or die "mount_setattr: $!\\n";
syscall(429, $tree, $nothing, -100, $target, 4) == 0 or die "move_mount: $!\\n";
`

/**
 * Mounts an open folder of a desktop's mount, in which everything belongs to the person at the desktop, so that it belongs to the
 * server's user there. The desktop's mount stays as it is. Throws MountError where the kernel cannot: before Linux 5.12, and for exFAT in 6.1.
 */
export async function mountMapped(
  folder: FileHandle,
  target: string,
  { mount, user }: { mount: Mount; user: ServerUser },
): Promise<void> {
  const idOf = (name: string) => Number(new RegExp(`(?:^|,)${name}=(\\d+)`).exec(mount.fileSystemOptions)?.[1] ?? 0)
  const space = spawn('unshare', ['--user', '/bin/sh', '-c', 'echo ready; read _'], {
    env: ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  try {
    for await (const line of createInterface({ input: space.stdout })) if (line === 'ready') break
    if (space.pid === undefined || space.exitCode !== null)
      throw new MountError('mount', 'No user namespace can be made')
    await writeFile(`/proc/${space.pid}/uid_map`, `${idOf('uid')} ${user.uid} 1`)
    await writeFile(`/proc/${space.pid}/gid_map`, `${idOf('gid')} ${user.gid} 1`)
    await runScript(folder, [`/proc/${space.pid}/ns/user`, target])
  } catch (error) {
    throw error instanceof MountError ? error : new MountError('mount', String(error))
  } finally {
    space.stdin.end()
  }
}

async function runScript(folder: FileHandle, words: string[]): Promise<void> {
  const child = spawn('perl', ['-e', SCRIPT, ...words], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe', folder.fd],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new MountError('mount', said.trim())
}

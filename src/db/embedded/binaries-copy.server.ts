import { chmod, copyFile, mkdir, mkdtemp, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { binariesIn, type Binaries } from './binaries.server.ts'

const PREFIX = 'postgresql-'
const DRAFT = 'copy-'

/** Copies the binaries into `folder`, once a version, for a user that cannot reach node_modules. */
export async function copyBinaries(binaries: Binaries, folder: string): Promise<Binaries> {
  const target = join(folder, PREFIX + binaries.version)
  const copied = binariesIn(target, binaries.version)
  if ((await readdir(folder)).includes(PREFIX + binaries.version)) return copied
  const draft = await mkdtemp(join(folder, DRAFT))
  for (const part of ['bin', 'lib', 'share']) await copyTree(join(binaries.root, part), join(draft, part))
  await chmod(draft, 0o755)
  await rename(draft, target)
  return copied
}

/** Removes copies that an upgrade or a crash left behind. Only while no cluster runs from them. */
export async function dropOldCopies(folder: string, current: Binaries): Promise<void> {
  for (const name of await readdir(folder)) {
    const isOld = name.startsWith(PREFIX) && join(folder, name) !== current.root
    if (isOld || name.startsWith(DRAFT)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Keeps symbolic links, and makes everything readable: an install under umask 077 is not. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (!entry.name.endsWith('.a')) {
      await copyFile(source, target)
      await chmod(target, from.endsWith('bin') || entry.name.includes('.so') ? 0o755 : 0o644)
    }
  }
}

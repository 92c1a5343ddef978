import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Packs what is installed into a package again, as `dpkg-repack` does, so that there is a way back from the first update too. */
export async function keepInstalled(file: string): Promise<void> {
  const tree = await mkdtemp(`${file}-`)
  // The mode of `/` in the package.
  await chmod(tree, 0o755)
  try {
    const control = join(tree, 'DEBIAN')
    await mkdir(control, { mode: 0o755 })
    const fields = query('--status').replace(/^(Status|Config-Version): .*\n|^Conffiles:\n( .*\n)*/gm, '')
    await writeFile(join(control, 'control'), fields)
    for (const name of query('--control-list')
      .split('\n')
      .filter((one) => one !== '' && one !== 'md5sums'))
      await cp(query('--control-path', name).trim(), join(control, name))
    // Without folders: `/lib` is a link on the machine, and a folder in the package.
    const paths = query('--listfiles')
      .split('\n')
      .filter((path) => path !== '' && !statSync(path).isDirectory())
    const archive = join(tree, 'files.tar')
    execFileSync('tar', ['-C', '/', '-cf', archive, '-T', '-'], { input: paths.map((path) => `.${path}\n`).join('') })
    execFileSync('tar', ['-C', tree, '-xpf', archive])
    await rm(archive)
    const part = `${file}.part`
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, part], { stdio: 'pipe' })
    await rename(part, file)
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}

const query = (verb: string, ...more: string[]): string =>
  execFileSync('dpkg-query', [verb, 'maktaba', ...more], { encoding: 'utf8' })

